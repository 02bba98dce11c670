import type { Requisition } from '#contract/requisition.ts';
import type { WorklistRow, WorklistTerm } from '#contract/worklist.ts';
import { mentionsInRequisition } from '../mentions.ts';
import { foldText, SEARCHED_PARTS } from './searched-text.ts';

type Hit = NonNullable<WorklistRow['hit']>;

/** What is shown on each side of what was found. */
const AROUND = 60;
/** As much of a long query as is shown. */
const FOUND_LENGTH = 70;

function isLowHalf(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

/** The texts that a filter looks for, folded. */
export function neededTexts(terms: readonly WorklistTerm[]): readonly string[] {
  return terms.flatMap((term) => (term.field === 'text' && !term.isNot ? [foldText(term.value)] : []));
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

function excerpt(text: string, folded: string): string | null {
  const whole = foldText(text);
  const at = whole.indexOf(folded);
  if (at < 0) return null;
  // Few letters change their length with their case; then the folded text is shown.
  return excerptAt(whole.length === text.length ? text.toWellFormed() : whole, at, folded.length);
}

function inParts(record: Requisition, folded: string): Hit | null {
  for (const [where, partsOf] of Object.entries(SEARCHED_PARTS)) {
    for (const part of partsOf(record)) {
      const found = excerpt(part, folded);
      if (found !== null) return { where: where as keyof typeof SEARCHED_PARTS, excerpt: found }; // a key of the object above
    }
  }
  return null;
}

function inPeople(record: Requisition, folded: string, names: ReadonlyMap<string, string>): Hit | null {
  for (const id of mentionsInRequisition(record).keys()) {
    const found = excerpt(names.get(id) ?? '', folded);
    if (found !== null) return { where: 'people', excerpt: found };
  }
  return null;
}

/** Where the first text that the name does not show was found; null where the name shows all. */
export function hitOf(
  record: Requisition,
  folded: readonly string[],
  names: ReadonlyMap<string, string>,
): Hit | null {
  const name = foldText(record.name);
  const hidden = folded.find((text) => !name.includes(text));
  if (hidden === undefined) return null;
  return inParts(record, hidden) ?? inPeople(record, hidden, names);
}
