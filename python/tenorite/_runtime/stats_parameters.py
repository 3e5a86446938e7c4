# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in scipy.stats, and what its functions return."""

_POLICY = (
    "nan_policy|{'propagate', 'omit', 'raise'}|Whether NaNs make results NaN, are left "
    "out, or are an error, which waits for the values."
)
_ALTERNATIVE = (
    "alternative|{'two-sided', 'less', 'greater'}|On which side the alternative is."
)

# Names of functions, then name, type and text of a parameter that they have.
_SHARED = (
    (
        """chisquare circmean circstd circvar describe entropy f_oneway gmean gzscore hmean
        iqr jarque_bera kendalltau kruskal kurtosis kurtosistest linregress
        mannwhitneyu median_abs_deviation moment normaltest percentileofscore pmean power_divergence
        rankdata ranksums sem skew skewtest spearmanr tmax tmean tmin trim_mean tsem tstd
        ttest_1samp ttest_ind ttest_rel tvar variation wilcoxon zmap zscore""",
        _POLICY,
    ),
    (
        """kendalltau kurtosistest linregress mannwhitneyu pearsonr ranksums skewtest
        spearmanr ttest_1samp ttest_ind ttest_ind_from_stats ttest_rel wilcoxon""",
        _ALTERNATIVE,
    ),
    (
        """chisquare f_oneway jarque_bera kendalltau kruskal kurtosistest linregress
        mannwhitneyu moment normaltest pearsonr power_divergence ranksums sem skewtest ttest_1samp
        ttest_ind ttest_rel variation wilcoxon zmap zscore gzscore describe entropy
        gmean hmean pmean trim_mean iqr median_abs_deviation circmean circstd circvar
        kurtosis skew tmean tvar tstd tsem tmin tmax rankdata spearmanr""",
        "axis|int or None|The axis of the observations; all of them where it is None.",
    ),
    ("ttest_1samp", "popmean|array_like|The mean that is supposed."),
    (
        "ttest_ind f_oneway ttest_ind_from_stats",
        "equal_var|bool|Whether variances are supposed to be equal.",
    ),
    (
        "ttest_ind",
        "trim|float|Share of items that is left out at each end; SciPy computes it.",
    ),
    (
        "ttest_ind pearsonr",
        "method|None or object of SciPy's|How p-values are resampled; SciPy does it.",
    ),
    (
        "mannwhitneyu wilcoxon",
        "method|{'auto', 'asymptotic', 'exact'}|How the p-value is found; SciPy finds exact ones.",
    ),
    ("ttest_ind_from_stats", "mean1|array_like|Mean of the first sample."),
    ("ttest_ind_from_stats", "mean2|array_like|Mean of the second sample."),
    ("ttest_ind_from_stats", "std1|array_like|Standard deviation of the first sample."),
    (
        "ttest_ind_from_stats",
        "std2|array_like|Standard deviation of the second sample.",
    ),
    ("ttest_ind_from_stats", "nobs1|int|Number of items of the first sample."),
    ("ttest_ind_from_stats", "nobs2|int|Number of items of the second sample."),
    ("f_oneway kruskal", "samples|array_like|The samples, two or more."),
    ("circmean circstd circvar", "samples|array_like|The angles."),
    (
        "circmean circstd circvar",
        "high|float|The largest angle, where the next turn begins.",
    ),
    ("circmean circstd circvar", "low|float|The least angle."),
    ("circstd", "normalize|bool|Whether the result is of angles from 0 to 2 pi."),
    ("chisquare power_divergence", "f_obs|array_like|Frequencies that were observed."),
    (
        "chisquare power_divergence",
        "f_exp|array_like|Frequencies that were expected; all the same by default.",
    ),
    (
        "chisquare power_divergence",
        "ddof|int|How many degrees of freedom there are less.",
    ),
    ("chisquare", "sum_check|bool|Whether the sums of both have to agree."),
    (
        "power_divergence",
        "lambda_|float or str|The power of the statistic, or its name.",
    ),
    (
        "mannwhitneyu",
        "use_continuity|bool|Whether the statistic is corrected by a half.",
    ),
    ("wilcoxon", "correction|bool|Whether the statistic is corrected by a half."),
    (
        "wilcoxon",
        "zero_method|{'wilcox', 'pratt', 'zsplit'}|What becomes of differences of 0.",
    ),
    ("entropy", "pk|array_like|The distribution, of any sum."),
    ("entropy", "qk|array_like|The distribution that it is compared with."),
    ("entropy", "base|float|Base of the logarithm; e by default."),
    ("zmap", "scores|array_like|What is compared."),
    ("zmap", "compare|array_like|The sample of the mean and deviation."),
    (
        "zmap zscore gzscore describe sem tvar tstd tsem variation",
        "ddof|int|The divisor of variances is the count less this.",
    ),
    ("gmean hmean pmean", "weights|array_like|A weight for each item."),
    ("gmean hmean pmean", "dtype|dtype|Type that is computed in."),
    ("pmean", "p|float|The power."),
    ("trim_mean", "proportiontocut|float|Share of items that is left out at each end."),
    (
        "tmean tvar tstd tsem",
        "limits|tuple|The least and the largest item that count; None for no limit.",
    ),
    (
        "tmean tvar tstd tsem",
        "inclusive|tuple of bools|Whether the limits themselves count.",
    ),
    ("tmin", "lowerlimit|float|The least item that counts."),
    ("tmax", "upperlimit|float|The largest item that counts."),
    ("tmin tmax", "inclusive|bool|Whether the limit itself counts."),
    ("moment", "order|int or sequence of ints|Which moments."),
    ("moment", "center|float or array_like|What they are around; the mean by default."),
    (
        "skew kurtosis describe",
        "bias|bool|Whether results are left uncorrected for their statistical bias.",
    ),
    ("kurtosis", "fisher|bool|Whether that of a normal distribution is 0, and not 3."),
    ("iqr", "rng|tuple of floats|The two percentiles."),
    ("iqr", "interpolation|str|The method of numpy.percentile."),
    (
        "iqr median_abs_deviation",
        "scale|float or 'normal'|Divisor of the result, or that of a normal distribution.",
    ),
    (
        "median_abs_deviation",
        "center|callable|What finds the middle; the median by default.",
    ),
    (
        "rankdata",
        "method|{'average', 'min', 'max', 'dense', 'ordinal'}|Which rank equal items get.",
    ),
    ("gaussian_kde", "dataset|array_like|Points: one in each column, or on a line."),
    (
        "gaussian_kde set_bandwidth",
        "bw_method|str, float or callable|The rule of the bandwidth: 'scott', 'silverman', "
        "a factor, or a function of the object.",
    ),
    ("gaussian_kde", "weights|array_like|Weights of the points."),
    ("gaussian_kde.evaluate", "points|array_like|Points, one in each column."),
    (
        "gaussian_kde.pdf gaussian_kde.logpdf",
        "x|array_like|Points, one in each column.",
    ),
    ("integrate_gaussian", "mean|array_like|Its mean."),
    ("integrate_gaussian", "cov|array_like|Its covariance."),
    ("integrate_box_1d", "low|float|Where the integral begins."),
    ("integrate_box_1d", "high|float|Where it ends."),
    ("integrate_box", "low_bounds|array_like|Where the integral begins."),
    ("integrate_box", "high_bounds|array_like|Where it ends."),
    ("integrate_box", "maxpts|int|Most points that are looked at."),
    ("integrate_box", "rng|Generator or int|What draws the points."),
    ("integrate_kde", "other|gaussian_kde|The other density."),
    (
        "gaussian_kde.resample",
        "size|int|How many points; the effective number by default.",
    ),
    ("gaussian_kde.resample", "seed|int, RandomState or Generator|What draws them."),
    ("marginal", "dimensions|int or sequence of ints|Which are kept."),
    ("percentileofscore", "score|array_like|The scores."),
    (
        "percentileofscore",
        "kind|{'rank', 'weak', 'strict', 'mean'}|What items equal to a score count.",
    ),
    ("spearmanr", "b|array_like|More variables."),
    (
        "kendalltau",
        "method|{'auto', 'asymptotic', 'exact'}|How the p-value is found; exact of few items without ties.",
    ),
    (
        "kendalltau",
        "variant|{'b', 'c'}|What ties, or tables that are not square, are made up for.",
    ),
)
OF_STATS = "\n" + "\n".join(
    f"{name}.{line}" for names, line in _SHARED for name in names.split()
)

_RETURNS = {
    "(statistic, pvalue)": """chisquare f_oneway jarque_bera kendalltau kruskal kurtosistest
        mannwhitneyu normaltest pearsonr power_divergence ranksums skewtest spearmanr
        ttest_1samp ttest_ind ttest_ind_from_stats ttest_rel wilcoxon""",
    "(slope, intercept, rvalue, pvalue, stderr)": "linregress",
    "DescribeResult": "describe",
}
RETURNS_OF_STATS = {
    "gaussian_kde.set_bandwidth": "None",
    "gaussian_kde.marginal": "gaussian_kde",
} | {f"scipy.{name}": kind for kind, x in _RETURNS.items() for name in x.split()}
