import { ID_PREFIXES, isId, type IdFamily } from '#contract/ids.ts';

/** What the contract of the writes takes at most, in UTF-16 units. */
export const NAME_LENGTH = 500;
export const TEXT_LENGTH = 65_536;

/** What is wrong with a text; null where nothing is. A NUL or half of a surrogate pair would not come back as it was sent. */
export function textWrong(value: string, length: number): 'too-long' | 'characters' | null {
  if (value.length > length) return 'too-long';
  return value.isWellFormed() && !value.includes('\0') ? null : 'characters';
}

/** What is wrong with an id: it is one of another kind, or none at all; null where nothing is. */
export function idWrong(family: IdFamily, id: string): 'prefix' | 'id' | null {
  if (isId(family, id)) return null;
  return /^[a-z]+_/.test(id) && !id.startsWith(ID_PREFIXES[family]) ? 'prefix' : 'id';
}
