import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { isNameShaped, isNameWord } from '#main/engine/local/names/name-shape.ts';
import { toNameKey } from '#main/engine/local/names/name-key.ts';

const { prepositions, verbs, titles } = SERVICE_ASSUMPTIONS.notificationNames;
const PREPOSITIONS: ReadonlySet<string> = new Set(prepositions);
const VERBS: ReadonlySet<string> = new Set(verbs);
const TITLES: ReadonlySet<string> = new Set(titles);

/** Maximum number of characters of a text in which a name is searched for; longer ones are not read. */
const MAX_TEXT = 2_000;
/** Quoted text, in the signs of several languages. */
const QUOTED = /“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"/gu;
/** A sign that ends a name: the next word is no part of it. */
const END = /[.,:;!?)\]…]$/u;
/** An abbreviation, such as `Dr.` or an initial: its full stop ends nothing. */
const ABBREVIATION = /^\p{Lu}\p{L}{0,2}\.$/u;

/** A name in a text, and the text that it was found in. */
export interface NameInText {
  readonly name: string;
  readonly line: string;
}

function endsName(word: string): boolean {
  return END.test(word) && !ABBREVIATION.test(word);
}

/** Returns the words from a place on that can belong to one name. */
function takeName(words: readonly string[], from: number): readonly string[] {
  const taken: string[] = [];
  for (const word of words.slice(from)) {
    if (!isNameWord(word.replace(/[^\p{L}\p{M}]+$/u, '')) || VERBS.has(word)) break;
    taken.push(word);
    if (endsName(word)) break;
  }
  return taken;
}

function toName(words: readonly string[]): string | null {
  const name = words.join(' ').replace(/[,:;!?…]+$/u, '');
  if (TITLES.has((words[0] ?? '').replace(/\.$/u, ''))) return null;
  const bare = ABBREVIATION.test(words.at(-1) ?? '') ? name : name.replace(/\.$/u, '');
  return isNameShaped(bare) ? bare : null;
}

/** Returns whether what follows a name at the beginning shows that it is the subject: a colon, or a verb. */
function isSubject(words: readonly string[], taken: readonly string[]): boolean {
  return taken.at(-1)?.endsWith(':') === true || VERBS.has(words[taken.length] ?? '');
}

/**
 * Returns the one person that a text names; null where it names none, or several.
 * @param others names that are no person's, such as that of the object
 */
export function findPersonNameIfOnlyOneInText(text: string, others: readonly string[]): NameInText | null {
  const line = text.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ').trim();
  let rest = line.replaceAll(QUOTED, ' ');
  for (const other of others) if (other !== '') rest = rest.replaceAll(other, ' \u0000 ');
  const words = rest.split(' ').filter((word) => word !== '');
  const names = new Map<string, string>();
  const add = (name: string | null): void => {
    if (name !== null && !names.has(toNameKey(name))) names.set(toNameKey(name), name);
  };
  const first = takeName(words, 0);
  if (isSubject(words, first)) add(toName(first));
  for (const [at, word] of words.entries()) {
    if (PREPOSITIONS.has(word)) add(toName(takeName(words, at + 1)));
  }
  const [name] = names.values();
  return names.size === 1 && name !== undefined ? { name, line } : null;
}
