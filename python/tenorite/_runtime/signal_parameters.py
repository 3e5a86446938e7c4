# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in scipy.fft, linalg and signal, and what these return."""

# Names of functions, then name, type and text of a parameter that they have.
_SHARED = (
    (
        "ShortTimeFFT closest_STFT_dual_window",
        "win|array_like|The window, along one axis.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual closest_STFT_dual_window",
        "hop|int|By how many samples a slice is behind the one before.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual from_window",
        "fs|float|Samples in a unit of time.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual from_window",
        "fft_mode|{'onesided', 'twosided', 'centered', 'onesided2X'}|Which frequencies "
        "there are, and whether those that stand for two are doubled.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual from_window",
        "mfft|int|The length of the transforms; that of the window by default.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual from_window",
        "scale_to|{'magnitude', 'psd'}|What the window is scaled for.",
    ),
    (
        "ShortTimeFFT from_dual from_win_equals_dual from_window",
        "phase_shift|int or None|By how many samples the phase is shifted.",
    ),
    ("ShortTimeFFT from_dual", "dual_win|array_like|The window of the inverse."),
    ("from_win_equals_dual", "desired_win|array_like|The window before it is scaled."),
    ("from_window", "win_param|str or tuple|The window's name, with its parameters."),
    ("from_window", "nperseg|int|The length of the window."),
    ("from_window", "noverlap|int|How many samples two slices share."),
    ("from_window", "symmetric_win|bool|Whether the window is symmetric, or periodic."),
    (
        "closest_STFT_dual_window",
        "desired_dual|array_like|The window to come close to.",
    ),
    (
        "closest_STFT_dual_window",
        "scaled|bool|Whether the desired window may be scaled.",
    ),
    (
        "k_max p_max p_num upper_border_begin p_range t extent",
        "n|int|Samples of the signal.",
    ),
    (
        "p_range t ShortTimeFFT.stft stft_detrend ShortTimeFFT.spectrogram",
        "p0|int|The first slice.",
    ),
    (
        "p_range t ShortTimeFFT.stft stft_detrend ShortTimeFFT.spectrogram",
        "p1|int|The slice behind the last.",
    ),
    (
        "t ShortTimeFFT.stft stft_detrend ShortTimeFFT.spectrogram",
        "k_offset|int|The sample that is taken for the first.",
    ),
    (
        "ShortTimeFFT.stft stft_detrend ShortTimeFFT.spectrogram",
        "padding|{'zeros', 'edge', 'even', 'odd'}|What is beyond the ends.",
    ),
    ("nearest_k_p", "k|int|The sample."),
    ("nearest_k_p", "left|bool|Whether the one before or the one behind it."),
    ("extent", "axes_seq|{'tf', 'ft'}|Which axis is the first."),
    ("extent", "center_bins|bool|Whether limits are half a step earlier."),
    ("scale_to", "scaling|{'magnitude', 'psd'}|What the window is scaled for."),
    (
        "stft_detrend ShortTimeFFT.spectrogram",
        "detr|{'linear', 'constant'} or callable|The trend that is taken off.",
    ),
    ("ShortTimeFFT.istft", "S|array_like|Spectra."),
    ("ShortTimeFFT.istft", "k0|int|The first sample."),
    ("ShortTimeFFT.istft", "k1|int|The sample behind the last."),
    ("ShortTimeFFT.istft", "f_axis|int|The axis of the frequencies."),
    ("ShortTimeFFT.istft", "t_axis|int|The axis of the slices."),
    (
        "cdist",
        "XA|array_like|Points, a row for each.",
    ),
    (
        "cdist",
        "XB|array_like|Other points.",
    ),
    (
        "cdist pdist",
        "metric|str|Name of the metric.",
    ),
    (
        "cdist pdist",
        "kwargs|any|`w`, `p`, `V` or `VI`, as the metric takes them.",
    ),
    (
        "cdist pdist",
        "out|ndarray|An array of float64 that gets the result.",
    ),
    (
        "pdist",
        "X|array_like|Points, a row for each.",
    ),
    (
        "squareform",
        "X|array_like|The vector or the matrix.",
    ),
    (
        "squareform",
        "force|{'no', 'tomatrix', 'tovector'}|What the argument has to become.",
    ),
    (
        "squareform",
        "checks|bool|Whether a matrix has to be symmetric with a diagonal of 0.",
    ),
    (
        "is_valid_dm",
        "D|array_like|The matrix.",
    ),
    (
        "is_valid_dm",
        "tol|float|How far it may be from that.",
    ),
    (
        "is_valid_dm is_valid_y",
        "throw|bool|Whether it is an error if it is none.",
    ),
    (
        "is_valid_dm is_valid_y",
        "name|str|What the error calls it.",
    ),
    (
        "is_valid_dm is_valid_y",
        "warning|bool|Whether it is warned of if it is none.",
    ),
    (
        "num_obs_dm",
        "d|array_like|The matrix.",
    ),
    (
        "num_obs_y",
        "Y|array_like|The vector.",
    ),
    (
        "boxcox boxcox1p inv_boxcox inv_boxcox1p",
        "lmbda|array_like|The exponent.",
    ),
    (
        "huber pseudo_huber",
        "delta|array_like|Where the parabola ends.",
    ),
    (
        "huber pseudo_huber",
        "r|array_like|What is computed with.",
    ),
    (
        "multigammaln",
        "d|int|Number of dimensions.",
    ),
    (
        "bdtr bdtrc bdtri nbdtr nbdtrc nbdtri pdtr pdtrc pdtri",
        "k|array_like|Number of events; fractions are cut off.",
    ),
    (
        "bdtr bdtrc bdtri",
        "n|array_like|Number of trials.",
    ),
    (
        "nbdtr nbdtrc nbdtri",
        "n|array_like|Number of successes.",
    ),
    (
        "bdtr bdtrc nbdtr nbdtrc",
        "p|array_like|Probability of a success.",
    ),
    (
        "bdtri nbdtri pdtri",
        "y|array_like|The probability.",
    ),
    (
        "chdtr chdtrc chdtri",
        "v|array_like|Degrees of freedom.",
    ),
    (
        "chdtri",
        "p|array_like|The probability.",
    ),
    (
        "gdtr gdtrc",
        "a|array_like|The rate.",
    ),
    (
        "gdtr gdtrc",
        "b|array_like|The shape.",
    ),
    (
        "pdtr pdtrc",
        "m|array_like|The mean.",
    ),
    (
        "ellipj",
        "u|array_like|The argument.",
    ),
    (
        "ellipj",
        "m|array_like|The parameter, the square of the modulus.",
    ),
    (
        "polygamma",
        "n|array_like|How often digamma is differentiated.",
    ),
    (
        "spherical_yn",
        "n|array_like|The order.",
    ),
    (
        "spherical_yn",
        "z|array_like|What is computed with.",
    ),
    (
        "spherical_yn",
        "derivative|bool|Whether the derivative is asked for.",
    ),
    (
        "sph_harm_y",
        "n|array_like|The degree.",
    ),
    (
        "sph_harm_y",
        "m|array_like|The order.",
    ),
    (
        "sph_harm_y",
        "theta|array_like|Polar angle, in radians.",
    ),
    (
        "sph_harm_y",
        "phi|array_like|Azimuth, in radians.",
    ),
    (
        "sph_harm_y",
        "diff_n|int|Derivatives up to this order come as well.",
    ),
    (
        "radian",
        "d|array_like|Degrees.",
    ),
    (
        "radian",
        "m|array_like|Minutes.",
    ),
    (
        "radian",
        "s|array_like|Seconds.",
    ),
    (
        "orthogonal_procrustes subspace_angles",
        "B|array_like|The second matrix.",
    ),
    (
        "dpss",
        "Kmax|int|How many sequences; one, without an axis for them, by default.",
    ),
    (
        "dpss",
        "NW|float|Half of the bandwidth, times the length.",
    ),
    (
        "get_window",
        "Nx|int|Number of points.",
    ),
    (
        "iirnotch iirpeak",
        "Q|float|Quality: the frequency over the bandwidth.",
    ),
    (
        "butter cheby1 cheby2 ellip iirfilter",
        "Wn|float or array_like|One edge of the filter, or two, in parts of half the sampling rate.",
    ),
    (
        "istft",
        "Zxx|array_like|Spectra of segments.",
    ),
    (
        "cholesky_banded solve_banded solveh_banded",
        "ab|array_like|The band: a row for each diagonal.",
    ),
    (
        "general_hamming",
        "alpha|float|The constant; the cosine's factor is 1 less it.",
    ),
    (
        "tukey",
        "alpha|float|Which part of the window the cosine has.",
    ),
    (
        "butter cheby1 cheby2 ellip iirfilter tf2sos zpk2sos",
        "analog|bool|Whether the filter is an analogue one.",
    ),
    (
        "block_diag",
        "arrs|array_like|The matrices.",
    ),
    (
        "inv solve",
        "assume_a|str|What the matrix is, as 'pos', 'sym', 'her' or 'upper triangular'.",
    ),
    (
        "chebwin",
        "at|float|Decibels by which the side lobes are lower.",
    ),
    (
        "csd welch",
        "average|{'mean', 'median'}|What is taken of the segments.",
    ),
    (
        "solve_circulant",
        "baxis|int|The axis of `b` along which vectors lie.",
    ),
    (
        "convolve2d correlate2d",
        "boundary|{'fill', 'wrap', 'symm'}|What lies around the first image.",
    ),
    (
        "stft",
        "boundary|str|How the signal goes on: 'zeros', 'even', 'odd', 'constant' or None.",
    ),
    (
        "istft",
        "boundary|bool|Whether the signal was extended at its ends.",
    ),
    (
        "detrend",
        "bp|array_like of int|Where one line ends and another one begins.",
    ),
    (
        "butter cheby1 cheby2 ellip iirfilter",
        "btype|{'low', 'high', 'bandpass', 'bandstop'}|Which frequencies pass.",
    ),
    (
        "gausspulse",
        "bw|float|The bandwidth in parts of the frequency.",
    ),
    (
        "lp2bp_zpk lp2bs_zpk",
        "bw|float|Width of the band, in radians by second.",
    ),
    (
        "gausspulse",
        "bwr|float|Decibels at which the bandwidth is measured.",
    ),
    (
        "circulant hankel solve_circulant toeplitz",
        "c|array_like|The first columns.",
    ),
    (
        "cho_solve",
        "c_and_lower|tuple|What cho_factor() returned.",
    ),
    (
        "matmul_toeplitz solve_toeplitz",
        "c_or_cr|array_like or tuple|The first column, or it and the first row.",
    ),
    (
        "solve_circulant",
        "caxis|int|The axis of `c` along which columns lie.",
    ),
    (
        "cho_solve_banded",
        "cb_and_lower|tuple|What cholesky_banded() returned, and its `lower`.",
    ),
    (
        "exponential",
        "center|float|Where the window is 1; its middle by default.",
    ),
    (
        """cho_factor cho_solve cho_solve_banded cholesky cholesky_banded det eig eigh
        eigvals eigvalsh inv lstsq lu lu_factor lu_solve matmul_toeplitz norm
        null_space orthogonal_procrustes pinv pinvh qr rq solve solve_banded
        solve_toeplitz solve_triangular solveh_banded svd svdvals""",
        "check_finite|bool|Whether infinities and NaNs are an error, for which values are waited for.",
    ),
    (
        "argrelextrema",
        "comparator|callable|What has to hold of an item and its neighbour.",
    ),
    (
        "chirp",
        "complex|bool|Whether the sine is the imaginary part.",
    ),
    (
        "lstsq",
        "cond|float|Singular values up to so many times the largest count as 0.",
    ),
    (
        "firwin",
        "cutoff|float or array_like|Edges of the bands.",
    ),
    (
        "resample_poly savgol_filter upfirdn",
        "cval|number|What lies beyond the ends with the mode 'constant'.",
    ),
    (
        "argrelextrema argrelmax argrelmin detrend",
        "data|array_like|The signal.",
    ),
    (
        "savgol_coeffs savgol_filter",
        "delta|float|Step between the items.",
    ),
    (
        "savgol_coeffs savgol_filter",
        "deriv|int|Which derivative is computed; 0 for the values.",
    ),
    (
        "coherence csd periodogram spectrogram stft welch",
        "detrend|str, callable or False|What is taken off each segment.",
    ),
    (
        "find_peaks",
        "distance|number|Least distance of peaks, in items.",
    ),
    (
        "deconvolve",
        "divisor|array_like|The signal that is divided by.",
    ),
    (
        "fht fhtoffset ifht",
        "dln|float|Step of the logarithms.",
    ),
    (
        "order_filter",
        "domain|array_like|Which items of a window count; of odd lengths.",
    ),
    (
        "resample",
        "domain|{'time', 'freq'}|Whether `x` is the signal or its transform.",
    ),
    (
        "resample_poly upfirdn",
        "down|int|Every so-many-th item is kept.",
    ),
    (
        "eigh eigvalsh",
        "driver|str|A name of LAPACK's, which is checked.",
    ),
    (
        "square",
        "duty|float or array_like|Which part of a period is 1.",
    ),
    (
        "eigh",
        "eigvals_only|bool|Whether there are no vectors.",
    ),
    (
        "vectorstrength",
        "events|array_like|Times.",
    ),
    (
        "invhilbert invpascal pascal",
        "exact|bool|Whether the items are integers.",
    ),
    (
        "chirp",
        "f0|float|Frequency at time 0.",
    ),
    (
        "chirp",
        "f1|float|Frequency at time `t1`.",
    ),
    (
        "gausspulse",
        "fc|float|The frequency.",
    ),
    (
        "get_window",
        "fftbins|bool|Whether the window is for Fourier transforms.",
    ),
    (
        "convolve2d correlate2d",
        "fillvalue|number|What lies around with the boundary 'fill'.",
    ),
    (
        "lombscargle",
        "floating_mean|bool|Whether a constant is fitted too.",
    ),
    (
        "istft",
        "freq_axis|int|The axis of frequencies.",
    ),
    (
        "lombscargle",
        "freqs|array_like|Angular frequencies.",
    ),
    (
        "bilinear_zpk",
        "fs|float|Sampling rate.",
    ),
    (
        """butter cheby1 cheby2 coherence csd ellip firwin freqz freqz_sos freqz_zpk
        iirfilter iirnotch iirpeak istft periodogram spectrogram stft welch""",
        "fs|float|Sampling rate, in which frequencies are given.",
    ),
    (
        "decimate",
        "ftype|{'iir', 'fir'}|Which low-pass filter.",
    ),
    (
        "iirfilter",
        "ftype|{'butter', 'cheby1', 'cheby2', 'ellip'}|Which family of filters.",
    ),
    (
        "helmert",
        "full|bool|Whether the constant row is there.",
    ),
    (
        "upfirdn",
        "h|array_like|Coefficients of the filter.",
    ),
    (
        "find_peaks",
        "height|number or pair|The least height, or the least and the largest.",
    ),
    (
        "eig eigvals",
        "homogeneous_eigvals|bool|Whether eigenvalues are pairs (w, 1).",
    ),
    (
        "unit_impulse",
        "idx|int, tuple of ints or 'mid'|Where the 1 is.",
    ),
    (
        "wiener",
        "im|array_like|The signal or image.",
    ),
    (
        """choose_conv_method convolve convolve2d correlate correlate2d fftconvolve
        oaconvolve""",
        "in1|array_like|The first operand.",
    ),
    (
        "correlation_lags",
        "in1_len|int|Length of the first operand.",
    ),
    (
        """choose_conv_method convolve convolve2d correlate correlate2d fftconvolve
        oaconvolve""",
        "in2|array_like|The second operand.",
    ),
    (
        "correlation_lags",
        "in2_len|int|Length of the second operand.",
    ),
    (
        "freqz",
        "include_nyquist|bool|Whether the last frequency is half the sampling rate.",
    ),
    (
        "medfilt2d",
        "input|array_like|The image.",
    ),
    (
        "istft",
        "input_onesided|bool|Whether the negative frequencies are left out.",
    ),
    (
        "filtfilt",
        "irlen|int|Length of the impulse response that counts for the method 'gust'.",
    ),
    (
        "medfilt medfilt2d",
        "kernel_size|int or array_like|Sizes of the windows, odd.",
    ),
    (
        "solve_banded",
        "l_and_u|tuple of ints|How many diagonals are below and above the main one.",
    ),
    (
        "lstsq null_space svd",
        "lapack_driver|str|A name of LAPACK's, which is checked.",
    ),
    (
        "max_len_seq",
        "length|int|Number of bits; a whole period by default.",
    ),
    (
        "cho_factor cholesky",
        "lower|bool|Whether the lower half is read, and the factor is lower.",
    ),
    (
        "cholesky_banded eigh eigvalsh inv pinvh solve solve_triangular solveh_banded",
        "lower|bool|Whether the lower half is given.",
    ),
    (
        "lu_solve",
        "lu_and_piv|tuple|What lu_factor() returned.",
    ),
    (
        "qr rq",
        "lwork|int|There is no work array. Deprecated for qr().",
    ),
    (
        "choose_conv_method",
        "measure|bool|Whether both are timed.",
    ),
    (
        "fht fhtoffset ifht",
        "mu|float|Order of the Bessel function.",
    ),
    (
        "wiener",
        "mysize|int or array_like|Sizes of the windows; 3 by default.",
    ),
    (
        "taylor",
        "nbar|int|Number of lobes that are of one height.",
    ),
    (
        "max_len_seq",
        "nbits|int|Number of bits of the state.",
    ),
    (
        "coherence csd istft periodogram spectrogram stft welch",
        "nfft|int|Points of the transforms; those of a segment by default.",
    ),
    (
        "wiener",
        "noise|float|Power of the noise; the mean of the local variances by default.",
    ),
    (
        "lombscargle",
        "normalize|bool or str|What is returned: 'power', 'normalize' or 'amplitude'.",
    ),
    (
        "check_COLA check_NOLA coherence csd istft spectrogram stft welch",
        "noverlap|int|By how many items segments overlap.",
    ),
    (
        "check_COLA check_NOLA coherence csd istft spectrogram stft welch",
        "nperseg|int|Items of a segment.",
    ),
    (
        "firwin kaiser_atten",
        "numtaps|int|Number of coefficients.",
    ),
    (
        "dct dctn dst dstn idct idctn idst idstn",
        "orthogonalize|bool|Whether the ends are weighted so that the transform is orthogonal.",
    ),
    (
        "solve_circulant",
        "outaxis|int|The axis of the result along which vectors lie.",
    ),
    (
        """cho_factor cholesky det eig eigh eigvals eigvalsh inv lstsq lu lu_factor
        null_space qr rq solve svd svdvals""",
        "overwrite_a|bool|Accepted; the items are left as they are.",
    ),
    (
        "cholesky_banded solve_banded solveh_banded",
        "overwrite_ab|bool|Accepted; the items are left as they are.",
    ),
    (
        """cho_solve cho_solve_banded eig eigh eigvals eigvalsh lstsq lu_solve solve
        solve_banded solve_triangular solveh_banded""",
        "overwrite_b|bool|Accepted; the items are left as they are.",
    ),
    (
        "detrend",
        "overwrite_data|bool|Accepted; the items are left as they are.",
    ),
    (
        "lu",
        "p_indices|bool|Whether the permutation is an array of indices.",
    ),
    (
        "stft",
        "padded|bool|Whether zeros fill the last segment.",
    ),
    (
        "filtfilt sosfiltfilt",
        "padlen|int|Items that are added at both ends.",
    ),
    (
        "resample_poly",
        "padtype|str|What lies beyond the ends: a mode of upfirdn() or a statistic.",
    ),
    (
        "filtfilt sosfiltfilt",
        "padtype|{'odd', 'even', 'constant', None}|How the signal goes on beyond its ends.",
    ),
    (
        "tf2sos zpk2sos",
        "pairing|{'nearest', 'keep_odd', 'minimal'}|How zeros and poles are put together.",
    ),
    (
        "firwin",
        "pass_zero|bool or str|Whether frequency 0 passes, or a name such as 'bandpass'.",
    ),
    (
        "peak_prominences peak_widths",
        "peaks|array_like of int|Where the peaks are.",
    ),
    (
        "lu",
        "permute_l|bool|Whether P @ L is returned instead of both.",
    ),
    (
        "chirp sweep_poly",
        "phi|float|Phase at time 0, in degrees.",
    ),
    (
        "qr",
        "pivoting|bool|False; pivots are not there.",
    ),
    (
        "find_peaks",
        "plateau_size|number or pair|The least width of a flat top, or the least and the largest.",
    ),
    (
        "freqz",
        "plot|callable|What is called with frequencies and response.",
    ),
    (
        "sweep_poly",
        "poly|array_like or poly1d|The polynomial.",
    ),
    (
        "savgol_coeffs savgol_filter",
        "polyorder|int|Degree of the polynomials.",
    ),
    (
        "savgol_coeffs",
        "pos|float|Where in the window the value is; its middle by default.",
    ),
    (
        "lombscargle",
        "precenter|bool|Whether the mean is taken off; deprecated by SciPy.",
    ),
    (
        "find_peaks",
        "prominence|number or pair|The least prominence, or the least and the largest.",
    ),
    (
        "peak_widths",
        "prominence_data|tuple of ndarrays|What peak_prominences() returned.",
    ),
    (
        "hankel toeplitz",
        "r|array_like|The last rows of hankel(), the first ones of toeplitz().",
    ),
    (
        "order_filter",
        "rank|int|Which of the sorted items; the least is 0.",
    ),
    (
        "prev_fast_len",
        "real|bool|Whether the transform is one of real numbers.",
    ),
    (
        "find_peaks peak_widths",
        "rel_height|float|At which part of the prominence the width is measured.",
    ),
    (
        "gausspulse",
        "retenv|bool|Whether the bell is returned too.",
    ),
    (
        "gausspulse",
        "retquad|bool|Whether the sine is returned too.",
    ),
    (
        "csd periodogram spectrogram stft welch",
        "return_onesided|bool|Whether the negative frequencies of real signals are left out.",
    ),
    (
        "pinv pinvh",
        "return_rank|bool|Whether the rank is returned too.",
    ),
    (
        "dpss",
        "return_ratios|bool|Whether the parts of the energy in the band are returned too.",
    ),
    (
        "kaiserord",
        "ripple|float|Decibels of the ripple.",
    ),
    (
        "cheb1ap cheby1 ellip ellipap iirfilter",
        "rp|float|Decibels of ripple where the filter lets pass.",
    ),
    (
        "cheb2ap cheby2 ellip ellipap iirfilter",
        "rs|float|Decibels of damping where the filter stops.",
    ),
    (
        "dft",
        "scale|{None, 'sqrtn', 'n'}|What the matrix is divided by.",
    ),
    (
        "firwin",
        "scale|bool|Whether the response is 1 in the middle of the first band.",
    ),
    (
        "csd istft periodogram spectrogram stft welch",
        "scaling|str|Whether densities or powers are computed.",
    ),
    (
        "deconvolve",
        "signal|array_like|The signal that is divided.",
    ),
    (
        "solve_circulant",
        "singular|{'raise', 'lstsq'}|What a singular matrix does.",
    ),
    (
        "taylor",
        "sll|float|Decibels by which the side lobes are lower.",
    ),
    (
        "freqz_sos sos2tf sos2zpk sosfilt sosfilt_zi sosfiltfilt",
        "sos|array_like|Sections of order two, (sections, 6).",
    ),
    (
        "max_len_seq",
        "state|array_like|The bits at the beginning; ones by default.",
    ),
    (
        "gaussian",
        "std|float|Standard deviation of the bell.",
    ),
    (
        "eigh eigvalsh",
        "subset_by_index|pair of ints|The first and the last of the eigenvalues.",
    ),
    (
        "eigh eigvalsh",
        "subset_by_value|pair of numbers|Between which the eigenvalues lie.",
    ),
    (
        """barthann bartlett blackman blackmanharris bohman boxcar chebwin cosine dpss
        exponential flattop gaussian general_cosine general_gaussian general_hamming
        hamming hann kaiser kaiser_bessel_derived lanczos nuttall parzen taylor
        triang tukey""",
        "sym|bool|Whether the window is symmetric, rather than for Fourier transforms.",
    ),
    (
        "resample",
        "t|array_like|Times of the items.",
    ),
    (
        "chirp gausspulse sawtooth square sweep_poly",
        "t|array_like|Times.",
    ),
    (
        "chirp",
        "t1|float|The time of frequency `f1`.",
    ),
    (
        "max_len_seq",
        "taps|array_like of int|Bits that are added up.",
    ),
    (
        "exponential",
        "tau|float|Items in which the window falls by e.",
    ),
    (
        "istft",
        "time_axis|int|The axis of times.",
    ),
    (
        "gausspulse",
        "tpr|float|Decibels at which the bell is cut off.",
    ),
    (
        "lu_solve solve_triangular",
        "trans|{0, 1, 2}|Whether the matrix, its transpose or its adjoint is solved with.",
    ),
    (
        "solve",
        "transposed|bool|Whether it is the transpose that is solved with.",
    ),
    (
        "detrend",
        "type|{'linear', 'constant'}|Whether a line or the mean is taken off.",
    ),
    (
        "eigh eigvalsh",
        "type|{1, 2, 3}|Which generalized problem.",
    ),
    (
        "dct dctn dst dstn idct idctn idst idstn",
        "type|{1, 2, 3, 4}|The type of the transform.",
    ),
    (
        "solve_triangular",
        "unit_diagonal|bool|Whether the diagonal is 1 and not read.",
    ),
    (
        "resample_poly upfirdn",
        "up|int|By how many steps the items are spread out.",
    ),
    (
        "savgol_coeffs",
        "use|{'conv', 'dot'}|Whether the coefficients are for convolutions or for products.",
    ),
    (
        "chirp",
        "vertex_zero|bool|Whether the parabola of a quadratic chirp has its vertex at 0.",
    ),
    (
        "medfilt",
        "volume|array_like|The image.",
    ),
    (
        "iirnotch iirpeak",
        "w0|float|The frequency.",
    ),
    (
        "freqz freqz_sos freqz_zpk",
        "whole|bool|Whether the frequencies go around the whole circle.",
    ),
    (
        "find_peaks",
        "width|number or pair|The least width, or the least and the largest.",
    ),
    (
        "firwin kaiser_atten kaiserord",
        "width|float|Width of the transition.",
    ),
    (
        "sawtooth",
        "width|float or array_like|Which part of a period rises.",
    ),
    (
        "get_window",
        "window|str, tuple or float|Name of the window, name and parameters, or Kaiser's beta.",
    ),
    (
        "resample",
        "window|str, tuple, callable or array_like|What the transform is multiplied by.",
    ),
    (
        "resample_poly",
        "window|str, tuple or array_like|A window for the filter, or its coefficients.",
    ),
    (
        "firwin",
        "window|str or tuple|The window.",
    ),
    (
        "check_COLA check_NOLA coherence csd istft periodogram spectrogram stft welch",
        "window|str, tuple or array_like|Name of the window, name and parameters, or the window.",
    ),
    (
        "savgol_coeffs savgol_filter",
        "window_length|int|Items of a window.",
    ),
    (
        "find_peaks peak_prominences peak_widths",
        "wlen|number|Items of the window in which prominences are looked for.",
    ),
    (
        "lp2bp_zpk lp2bs_zpk lp2hp_zpk lp2lp_zpk",
        "wo|float|The frequency, in radians by second.",
    ),
    (
        "freqz freqz_sos freqz_zpk",
        "worN|int or array_like|Number of frequencies, or the frequencies.",
    ),
    (
        """dct dctn dst dstn fft fft2 fftn hfft hfft2 hfftn idct idctn idst idstn ifft
        ifft2 ifftn ihfft ihfft2 ihfftn irfft irfft2 irfftn matmul_toeplitz rfft
        rfft2 rfftn set_workers""",
        "workers|int|Accepted; it is checked.",
    ),
    (
        "decimate",
        "zero_phase|bool|Whether the signal is filtered forth and back.",
    ),
    (
        "lfilter sosfilt",
        "zi|array_like|States at the beginning.",
    ),
)
OF_SIGNAL = "\n" + "\n".join(
    f"{name}.{line}" for names, line in _SHARED for name in names.split()
)

_RETURNS = {
    "int": "num_obs_dm num_obs_y next_fast_len prev_fast_len get_workers",
    "str": "choose_conv_method",
    "float": "fhtoffset kaiser_atten kaiser_beta",
    "bool": "is_valid_dm is_valid_y issymmetric ishermitian",
    "tuple of ints": "bandwidth",
    "(ndarray, float)": "closest_STFT_dual_window",
    "contextmanager": "set_workers",
    "tuple": """cho_factor eig eigh lstsq lu lu_factor orthogonal_procrustes polar qr
        rq svd kaiserord find_peaks""",
    "tuple of ndarrays": """argrelextrema argrelmax argrelmin bilinear_zpk buttap butter cheb1ap
        cheb2ap cheby1 cheby2 coherence csd deconvolve ellip ellipap freqz
        freqz_sos freqz_zpk iirfilter iirnotch iirpeak istft lp2bp_zpk
        lp2bs_zpk lp2hp_zpk lp2lp_zpk max_len_seq normalize peak_prominences
        peak_widths periodogram sos2tf sos2zpk sosfreqz spectrogram stft
        tf2zpk vectorstrength welch zpk2tf""",
    "ndarray or tuple of ndarrays": "lfilter sosfilt gausspulse dpss resample pinv pinvh",
}
_OF_SLICES = {
    "int": "k_max p_max p_num nearest_k_p",
    "(int, int)": "upper_border_begin p_range",
    "tuple of floats": "extent",
    "None": "scale_to",
    "ShortTimeFFT": "from_dual from_window from_win_equals_dual",
}
RETURNS_OF_SIGNAL = {
    f"ShortTimeFFT.{name}": kind for kind, x in _OF_SLICES.items() for name in x.split()
} | {f"scipy.{name}": kind for kind, x in _RETURNS.items() for name in x.split()}
