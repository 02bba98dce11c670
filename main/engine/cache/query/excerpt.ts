import type { FormTerm } from '#contract/forms.ts';
import type { Requisition, WorklistRow, WorklistTerm } from '#contract/requisitions.ts';
import { findRequisitionReferences } from '../tables/mentions.ts';
import { normalizeText, SEARCHED_PARTS } from '../tables/search-text.ts';

/** What is shown on each side of what was found. */
const AROUND = 60;
/** As much of a long query as is shown. */
const FOUND_LENGTH = 70;

function isLowHalf(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

/** The texts that a filter looks for, folded. */
export function neededTexts(terms: readonly (WorklistTerm | FormTerm)[]): readonly string[] {
  return terms.flatMap((term) => (term.field === 'text' && !term.isNot ? [normalizeText(term.value)] : []));
}

/** What stands around a place in a text, on one line; no character is cut in half. */
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
  // Few letters change their length with their case; then the folded text is shown.
  return excerptAt(whole.length === text.length ? text.toWellFormed() : whole, at, normalizedText.length);
}

/** Texts in which something may be found, and what to call where they stand. */
export type SearchedPart<W extends string> = readonly [where: W, texts: readonly string[]];

/** Where the first text that the name does not show was found; null where the name shows all. */
export function findHit<W extends string>(
  name: string,
  parts: readonly SearchedPart<W>[],
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

type Where = NonNullable<WorklistRow['hit']>['where'];

/** The same in a requisition. */
export function getHit(
  record: Requisition,
  normalizedText: readonly string[],
  names: ReadonlyMap<string, string>,
): WorklistRow['hit'] {
  const parts = Object.entries(SEARCHED_PARTS).map(
    ([where, getParts]): SearchedPart<Where> => [where as keyof typeof SEARCHED_PARTS, getParts(record)], // a key of that object
  );
  const people = [...findRequisitionReferences(record).keys()].map((id) => names.get(id) ?? '');
  return findHit(record.name, [...parts, ['people', people]], normalizedText);
}
