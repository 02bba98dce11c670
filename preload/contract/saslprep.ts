/**
 * Prepares passwords as readers of encrypted PDFs do (ISO 32000-2, section 7.6.4.3.3): by SASLprep (RFC 4013), so that a password
 * that another keyboard or system writes with other code points is the same one.
 */

/** Why a password cannot be used: one of its characters, or letters of both writing directions. */
export type SaslprepProblem = 'character' | 'directions';

/** RFC 3454, table C.1.2: each becomes a space. */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
/** RFC 3454, tables C.2 to C.9: control characters, private ones, marks of direction, and what no font shows. */
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u{340}\u{341}\u06dd\u070f\u180e\u200e\u200f\u2028-\u202e\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;

/*
 * Ranges of code points: each is the distance of its first one to the last one of the range before, and behind a plus how many
 * more there are, both to base 36.
 */
/** RFC 3454, table A.1: what Unicode 3.2 does not assign. Readers need not know newer characters, so no password has them. */
const UNASSIGNED_RANGES =
  'f5 j+r 2n+1 1s+g 29+f h+3 3+3 2+2 2+4 8 2 l 19 14+8 3s 20 13+1 3+5 h+w 13+1 8 14 3+5 i o b+a s+4 6+m ' +
  '2+d 2+2 2 r+4 n+9 3z+1 g f v+2 s+1g 1f+9a 4 1i+1 j+1 6+2 q+f 4 9+1 3+1 n 8 2+2 5+1 2 8+1 3+1 4+8 2+3 ' +
  '3 6+1 m+6 2+1 7+3 3+1 n 8 3 3 3+1 2 6+3 3+1 4+a 5 2+6 g+b 4 8 2 4 n 8 3 6+1 b 4 4+1 2+e 2+4 b+g 4 ' +
  '9+1 3+1 n 8 3+1 5+1 9+2 3+1 4+7 3+3 3 4+3 c+g 3 7+2 4 5+2 3 2 3+2 3+2 4+2 9 4+3 6+2 4 5+8 2+e d+d 4 ' +
  '9 4 o b 6+3 8 4 5+6 3+8 3+3 b+h 3 9 4 o b 6+3 8 4 5+6 3+6 2 3+3 b+h 3 9 4 o h+3 7+1 4 5+8 2+7 3+3 ' +
  'b+h 3 j+2 p a 2+1 8+2 2+3 7 2 9+h 4+b 1n+3 u+10 3 2+1 3 2+1 2+5 5 8 4 2 2+1 3 e 4+1 6 2 7+1 b+1 3+x ' +
  '21 z+5 s+3 9 11 g+1 2+1b z 6 3 8+2 5+5 r+1x 13+9 16+1 2+3 2j+4 1x+4 2b+5 8 1s 2 5+1 8 2 5+1 14 2 5+1 ' +
  'w 2 5+1 8 2 5+1 8 8 o w 2 5+1 8 14 k+5 t+y 2e+b hj+8 u+2 2a+e e 8+a o+8 l+b e 4 3+b 2m+2 b+l g b+5 ' +
  '2h+7 17+11x 4d+3 2j+5 n+1 7+1 13+1 7+1 9 2 2 2 w+1 1i g f+1 7 k+1 4 a 2c+3 2+6 6+5 9+1 s+g j+t s+k ' +
  '1o+1 g+6 1e+b g0+1c 14+o c+k 4g 7p+1 3 2u+1 b+3a 5 5+1 t 10 2 5+2 2 8+1 1h+2 p f+g t+3 lt+ov r 2i+b ' +
  '5z+p d+3 1t 2f+1 2w+4 15+3 2n 15+1j 1a+2 11+c 18+2 26+3 1c 3c+3 2s+1 w 52v+21 g4n+2h we+2 1k+1fc ' +
  '8md+2j 6r3+1 1o+44 8+b 6+4 r 6 2 3 3 31+w a6+f 1t+1 1j+7 1a+2 h+f 5+b o+1 b k 5+3 6 3s+1 2 5b+2 7+1 ' +
  '7+1 7+1 4+2 8 8+9 8+lb w 5+b s+50 13+1 13+148h 6v+9 14+2 51+f5 2e 20 3+1 2+1 3+1 5 d 2 5 3 1u 5+1 9 ' +
  '8 t 5 6 2+2 8 9f+3 83+3 1f+7wd wyi+g14 f3+15r 3+1ekd 3+1ekd 3+1ekd 3+1ekd 3+1ekd 3+1ekd 3+1ekd ' +
  '3+1ekd 3+1ekd 3+1ekd 3+1ekd 3 2+t 2p+1egt';
/** RFC 3454, table D.1: letters and signs that are written from right to left. */
const RIGHT_TO_LEFT_RANGES =
  '14u 2 3 d+q 6+4 13 4 2+p 6+a z+2 2+2s 8 8+1 k+4 2+d 3 2+q 2c+11 c 4ta 179q 2+9 2+c 2+4 2 2+1 2+1 ' +
  '2+2z y+a2 j+1r 3+1h 15+c 38+4 2+3q';

type CodePointRange = readonly [first: number, last: number];

/** RFC 3454, table B.1, without the space among them: each is left out. */
const INVISIBLE: readonly CodePointRange[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x1806, 0x1806],
  [0x180b, 0x180d],
  [0x200c, 0x200d],
  [0x2060, 0x2060],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];

function decodeRanges(encoded: string): readonly CodePointRange[] {
  let last = 0;
  return encoded.split(' ').map((range) => {
    const [distance = '', more = '0'] = range.split('+');
    const first = last + Number.parseInt(distance, 36);
    last = first + Number.parseInt(more, 36);
    return [first, last];
  });
}

const UNASSIGNED = decodeRanges(UNASSIGNED_RANGES);
const RIGHT_TO_LEFT = decodeRanges(RIGHT_TO_LEFT_RANGES);

function isIn(ranges: readonly CodePointRange[], character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
}

/** Returns a password as readers of encrypted PDFs compare it: unusual spaces and composed, wide or joined letters are the plain ones. */
export function prepareBySaslprep(typed: string): string {
  const visible = Array.from(typed).filter((character) => !isIn(INVISIBLE, character));
  return visible.join('').replaceAll(SPACES, ' ').normalize('NFKC');
}

/** A password with letters from right to left begins and ends with them, and has no letter of the other direction. */
function mixesDirections(prepared: string): boolean {
  const characters = Array.from(prepared);
  const isFromRight = (character: string | undefined): boolean =>
    character !== undefined && isIn(RIGHT_TO_LEFT, character);
  if (!characters.some(isFromRight)) return false;
  if (characters.some((character) => /\p{L}/u.test(character) && !isFromRight(character))) return true;
  return !isFromRight(characters[0]) || !isFromRight(characters.at(-1));
}

/** Returns why a reader of encrypted PDFs may refuse a password; null where it has no reason. */
export function findSaslprepProblem(typed: string): SaslprepProblem | null {
  const prepared = prepareBySaslprep(typed);
  const isUnknown = Array.from(prepared).some((character) => isIn(UNASSIGNED, character));
  if (isUnknown || PROHIBITED.test(prepared)) return 'character';
  return mixesDirections(prepared) ? 'directions' : null;
}
