# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in linear systems and chirp z-transforms, and what these return."""

# Names of functions, classes or methods; name, type and text of a parameter of theirs.
_ROWS = """
abcd_normalize ss2tf ss2zpk|A|array_like|The matrix from states to states.
abcd_normalize ss2tf ss2zpk|B|array_like|The matrix from inputs to states.
abcd_normalize ss2tf ss2zpk|C|array_like|The matrix from states to outputs.
abcd_normalize ss2tf ss2zpk|D|array_like|The matrix from inputs to outputs.
ss2tf ss2zpk|input|int|The input that is looked at.
tf2ss findfreqs|num|array_like|Coefficients of the numerator, or zeros; the highest power first.
tf2ss findfreqs|den|array_like|Coefficients of the denominator, or poles; the highest power first.
findfreqs|N|int|The number of frequencies.
findfreqs|kind|{'ba', 'zp'}|Whether coefficients are given, or zeros and poles.
freqs|b|array_like|Coefficients of the numerator, the highest power first.
freqs|a|array_like|Coefficients of the denominator, the highest power first.
freqs freqs_zpk|worN|int or array_like|How many frequencies, or which.
freqs|plot|callable|Called with frequencies and response.
cont2discrete lsim impulse step freqresp bode|system|lti or tuple|The system, or the two to four arguments of one.
dlsim dimpulse dstep dfreqresp dbode|system|dlti or tuple|The system, or the two to four arguments of one and its step.
cont2discrete to_discrete|dt|float|The step of time.
cont2discrete to_discrete|method|str|What inputs do between the steps, or by which formula the derivative is replaced.
cont2discrete to_discrete|alpha|float|The weight of the end of a step for "gbt", of 0 to 1.
lsim lti.output|U|array_like|Inputs, a column for each; None or 0 for none.
lsim lti.output|T|array_like|Times, evenly spaced.
lsim lti.output impulse step|X0|array_like|States at the beginning, 0 by default.
lsim|interp|bool|Whether inputs go straight from one to the next, or are held.
impulse step|T|array_like|Times, evenly spaced; by default those in which the slowest state goes by.
impulse step|N|int|How many times there are by default.
dlsim dlti.output|u|array_like|Inputs, a column for each.
dlsim dlti.output|t|array_like|Times of the inputs, which are interpolated.
dlsim dlti.output dimpulse dstep dlti.impulse dlti.step|x0|array_like|States at the beginning, 0 by default.
dimpulse dstep dlti.impulse dlti.step|t|array_like|Times, of which the last one counts.
dimpulse dstep dlti.impulse dlti.step|n|int|How many steps there are by default.
freqresp bode dfreqresp dbode|w|array_like|Frequencies in radians, by sample where time is discrete.
freqresp bode dfreqresp dbode|n|int|How many frequencies there are by default.
dfreqresp freqresp|whole|bool|Whether frequencies go around the whole circle.
lti dlti|system|array_like|Numerator and denominator; zeros, poles and gain; or A, B, C and D.
dlti|dt|float|The step of time; not known by default.
TransferFunction|system|array_like or lti or dlti|Numerator and denominator, or another system.
ZerosPolesGain|system|array_like or lti or dlti|Zeros, poles and gain, or another system.
StateSpace|system|array_like or lti or dlti|A, B, C and D, or another system.
TransferFunction ZerosPolesGain StateSpace|kwargs|any|`dt`, the step of a discrete system.
to_tf to_zpk|kwargs|any|`input`, the number of the input that is looked at.
CZT ZoomFFT|n|int|Items that are transformed.
CZT czt czt_points ZoomFFT zoom_fft|m|int|The number of points, by default that of the items.
CZT czt czt_points|w|complex|The ratio of points; by default they go around the circle once.
CZT czt czt_points|a|complex|The first point.
czt zoom_fft|x|array_like|What is transformed.
ZoomFFT zoom_fft|fn|float or array_like|The range of frequencies, or its end.
ZoomFFT zoom_fft|fs|float|Samples in a unit of time.
ZoomFFT zoom_fft|endpoint|bool|Whether the end of the range is the last frequency.
"""


def _expanded(rows):
    for row in filter(None, rows.split("\n")):
        names, _, rest = row.partition("|")
        name, _, text = rest.partition("|")
        for place in names.split():
            yield f"{place}.{name}|{text}\n"


OF_SYSTEMS = "".join(_expanded(_ROWS))

_KINDS = {
    "tuple of ndarrays": """scipy.abcd_normalize scipy.tf2ss scipy.ss2tf scipy.zpk2ss
        scipy.lsim scipy.impulse scipy.step scipy.freqresp scipy.bode scipy.dlsim
        scipy.dfreqresp scipy.dbode scipy.freqs scipy.freqs_zpk lti.impulse lti.step
        lti.output lti.freqresp lti.bode dlti.output dlti.freqresp dlti.bode""",
    "tuple": """scipy.ss2zpk scipy.cont2discrete scipy.dimpulse scipy.dstep dlti.impulse
        dlti.step""",
    "dlti": "lti.to_discrete",
    "TransferFunction": """TransferFunction.to_tf ZerosPolesGain.to_tf
        StateSpace.to_tf""",
    "ZerosPolesGain": """TransferFunction.to_zpk ZerosPolesGain.to_zpk
        StateSpace.to_zpk""",
    "StateSpace": "TransferFunction.to_ss ZerosPolesGain.to_ss StateSpace.to_ss",
}
RETURNS_OF_SYSTEMS = {
    name: kind for kind, names in _KINDS.items() for name in names.split()
}
