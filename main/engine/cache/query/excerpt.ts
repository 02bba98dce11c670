import type { FormSearchTerm } from '#contract/forms.ts';
import type { Requisition, WorklistRow } from '#contract/requisitions.ts';
import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { findIdsInRequisition } from '../tables/id-references.ts';
import { normalizeText, SEARCHED_TEXTS_BY_REQUISITION_PART } from '../tables/search-text.ts';

/** Number of characters shown on each side of a match. */
const AROUND = 60;
/** Maximum number of characters of a long match that are shown. */
const FOUND_LENGTH = 70;

function isLowHalf(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

/** Returns the normalized texts that a filter searches for. */
export function listNormalizedTextsToFind(
  terms: readonly (WorklistSearchTerm | FormSearchTerm)[],
): readonly string[] {
  return terms.flatMap((term) => (term.field === 'text' && !term.isNot ? [normalizeText(term.value)] : []));
}

/** Returns the text around a match on one line, without splitting a surrogate pair. */
function excerptAt(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + Math.min(length, FOUND_LENGTH) + AROUND);
  const start = isLowHalf(text, from) && from > 0 ? from + 1 : from;
  const end = isLowHalf(text, to) ? to - 1 : to;
  const inside = text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${inside}${end < text.length ? '…' : ''}`;
}

function excerpt(text: string, normalizedText: string): string | null {
  const whole = normalizeText(text);
  const at = whole.indexOf(normalizedText);
  if (at < 0) return null;
  // A few letters change their length in lower case, so that positions differ; then the normalized text is
  // shown.
  return excerptAt(whole.length === text.length ? text.toWellFormed() : whole, at, normalizedText.length);
}

/** The searched texts of one part of a record, such as its comments, with the part's name. */
export type PartNameAndTexts<W extends string> = readonly [where: W, texts: readonly string[]];

/**
 * Returns an excerpt around the first searched text that the name does not contain; null where the name
 * contains all of them or no part contains that text.
 */
export function findExcerpt<W extends string>(
  name: string,
  parts: readonly PartNameAndTexts<W>[],
  normalizedText: readonly string[],
): { readonly where: W; readonly excerpt: string } | null {
  const shown = normalizeText(name);
  const hidden = normalizedText.find((text) => !shown.includes(text));
  if (hidden === undefined) return null;
  for (const [where, texts] of parts) {
    for (const text of texts) {
      const found = excerpt(text, hidden);
      if (found !== null) return { where, excerpt: found };
    }
  }
  return null;
}

/** As `findExcerpt`, for local names, which are found without accents too; such a name is shown whole. */
export function findNameExcerpt(
  name: string,
  people: readonly string[],
  normalizedText: readonly string[],
): { readonly where: 'people'; readonly excerpt: string } | null {
  const found = findExcerpt(name, [['people', people]], normalizedText);
  if (found !== null) return found;
  const shown = normalizeText(name);
  const hidden = removeCaseAccentsAndWidth(normalizedText.find((text) => !shown.includes(text)) ?? '');
  const person = people.find((each) => hidden !== '' && removeCaseAccentsAndWidth(each).includes(hidden));
  return person === undefined ? null : { where: 'people', excerpt: excerptAt(person, 0, FOUND_LENGTH) };
}

type Where = NonNullable<WorklistRow['hit']>['where'];

/** As `findExcerpt`, for a requisition. */
export function findRequisitionExcerpt(
  record: Requisition,
  normalizedText: readonly string[],
  names: ReadonlyMap<string, string>,
): WorklistRow['hit'] {
  const parts = Object.entries(SEARCHED_TEXTS_BY_REQUISITION_PART).map(
    ([where, getParts]): PartNameAndTexts<Where> => [
      where as keyof typeof SEARCHED_TEXTS_BY_REQUISITION_PART,
      getParts(record),
    ], // Each part stands under its own name.
  );
  const found = findExcerpt(record.name, parts, normalizedText);
  if (found !== null) return found;
  const people = [...findIdsInRequisition(record).keys()].map((id) => names.get(id) ?? '');
  return findNameExcerpt(record.name, people, normalizedText);
}
