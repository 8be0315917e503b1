#!/bin/sh
# Rebuilds the embedded faces, coverage.txt and LICENSE from Debian's fonts-dejavu-core
# (needs Debian's fonttools). Run it in this folder; the results are committed.
set -eu
from=${1:-/usr/share/fonts/truetype/dejavu}
# Latin with every diacritic that a European or Vietnamese document may carry, the
# punctuation of Spanish text, and the few signs that registers use.
latin='U+0020-007E,U+00A1-00AC,U+00AE-024F,U+02BC,U+02C6-02DD,U+1E00-1EFF'
signs='U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2039-203A,U+20AC,U+2116,U+2122,U+2190-2193,U+2212,U+2260,U+2264-2265,U+25A1,U+2713,U+2717,U+FFFD'
# Digests, keys and signatures are ASCII, their labels are not.
ascii='U+0020-007E,U+00A1-00AC,U+00AE-00FF,U+2013-2014,U+2026,U+2212,U+FFFD'
cut() {
	pyftsubset "$from/$1.ttf" --unicodes="$2" --output-file="$3" --no-hinting --layout-features='' \
		--drop-tables+=GSUB,GPOS,GDEF,kern,FFTM --name-IDs='0,1,2,3,4,5,6' --notdef-outline
}
cut DejaVuSans "$latin,$signs" sans.ttf
cut DejaVuSans-Bold "$latin,$signs" bold.ttf
cut DejaVuSerif-Bold "$latin,$signs" serif-bold.ttf
cut DejaVuSansMono "$ascii" mono.ttf
/usr/bin/python3 - "$from" <<'PY'
import sys
from fontTools.ttLib import TTFont

licence = TTFont(sys.argv[1] + "/DejaVuSans.ttf")["name"].getDebugName(13)
open("LICENSE", "w").write("\n".join(l.rstrip() for l in licence.splitlines()) + "\n")

# Characters that every text face can draw, as ranges of code points.
faces = ["sans.ttf", "bold.ttf", "serif-bold.ttf"]
common = sorted(set.intersection(*(set(TTFont(f).getBestCmap()) for f in faces)))
ranges = []
for c in common:
    if ranges and c == ranges[-1][1] + 1:
        ranges[-1][1] = c
    else:
        ranges.append([c, c])
with open("coverage.txt", "w") as out:
    for lo, hi in ranges:
        print("%04X-%04X" % (lo, hi), file=out)
PY
