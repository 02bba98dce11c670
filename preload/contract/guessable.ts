/** Why a secret is easy to guess: its characters are in a row, or a group of them is repeated. */
export type GuessablePattern = 'row' | 'repetition';

/** A step between characters that does not begin again from the first one. */
const ALL_POINTS = 0x11_0000;

/** How many characters a row goes through before it begins again: 7890123, xyzabc. */
function countCharactersOfRow(text: string): number {
  if (/^\p{Nd}+$/u.test(text)) return 10;
  return /^[a-z]+$/.test(text) ? 26 : ALL_POINTS;
}

/** Returns the characters with each group of this many equal ones as one; null where the groups differ. */
function mergeGroups(points: readonly number[], size: number): readonly number[] | null {
  const isGrouped = points.every((point, index) => point === points[index - (index % size)]);
  return points.length % size === 0 && isGrouped ? points.filter((_, index) => index % size === 0) : null;
}

function isRow(points: readonly number[], count: number): boolean {
  const steps = points.slice(1).map((point, index) => (point - (points[index] ?? 0) + count) % count);
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === count - 1));
}

function isRepetition(points: readonly number[]): boolean {
  // A group that is repeated at least twice, the last time perhaps in part: 111111, 121212, 1231231.
  const longest = Math.floor(points.length / 2);
  return Array.from({ length: longest }, (_, index) => index + 1).some((length) =>
    points.every((point, index) => index < length || point === points[index - length]),
  );
}

/** Returns why a whole PIN or password is easy to guess, whatever the case of its letters; null where it is neither. */
export function findGuessablePattern(secret: string): GuessablePattern | null {
  const text = secret.toLowerCase();
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  if (isRepetition(points)) return 'repetition';
  const count = countCharactersOfRow(text);
  // 123456, also with each digit twice or more often: 112233, 111222.
  const isAnyRow = points.some((_, index) => isRow(mergeGroups(points, index + 1) ?? [], count));
  return isAnyRow ? 'row' : null;
}
