/** Maximum length of the sort key of a name: long enough to distinguish names, short enough for a cursor. */
const KEY_LENGTH = 60;

/**
 * Returns the sort key of a name, by which names are sorted and those of one test are told to be the same: lower case, without accents,
 * truncated. That of a blank name is empty.
 */
export function toNameSortKey(name: string): string {
  const lower = name
    .slice(0, KEY_LENGTH * 4)
    .toWellFormed()
    .toLowerCase()
    .trim();
  // oxlint-disable-next-line no-control-regex -- an ASCII name needs no Unicode normalization
  const plain = /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.slice(0, KEY_LENGTH).toWellFormed();
}
