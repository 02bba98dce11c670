import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { isId } from '#contract/records.ts';
import { removeBirthDateAtEnd } from '#main/engine/local/names/birth-date.ts';
import { hasUnclearFormOfAddress, removeFormOfAddress } from '#main/engine/local/names/form-of-address.ts';
import { isNameShaped } from '#main/engine/local/names/name-shape.ts';

const { maxShift, maxGap } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.pdfNames;

/** A piece of text on a page, in points; `y` grows towards the top. */
export interface PositionedPdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An id on a page of a PDF, the name beside it, and the line that both were found in. */
export interface NameBesideId {
  readonly id: string;
  readonly name: string;
  readonly line: string;
}

/** Pieces on one line that are further apart, in heights of the line, belong to different columns. */
const COLUMN_GAP = 1;
/** Difference in height at which pieces are still on one line, in points. */
const SAME_LINE = 2;

function isContinuation(run: PositionedPdfText, next: PositionedPdfText): boolean {
  const gap = next.x - (run.x + run.width);
  return Math.abs(run.y - next.y) <= SAME_LINE && gap >= -SAME_LINE && gap <= COLUMN_GAP * run.height;
}

function join(run: PositionedPdfText, next: PositionedPdfText): PositionedPdfText {
  const hasGap = next.x - (run.x + run.width) > run.height / 10;
  const space = hasGap && !run.text.endsWith(' ') && !next.text.startsWith(' ') ? ' ' : '';
  return { ...run, text: `${run.text}${space}${next.text}`, width: next.x + next.width - run.x };
}

/** Joins the pieces of a page to the lines of its columns, in the order of the page. */
export function joinTextPiecesIntoLines(pieces: readonly PositionedPdfText[]): readonly PositionedPdfText[] {
  const lines: PositionedPdfText[] = [];
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    const last = lines.at(-1);
    if (last !== undefined && isContinuation(last, piece)) lines[lines.length - 1] = join(last, piece);
    else lines.push(piece);
  }
  return lines.map((line) => ({ ...line, text: line.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** A word of a line: an id that is only the beginning of one is another id. */
const WORD = /[^\s()[\],;:]+/g;

/** Signs between a name and its id. */
const BEFORE_ID = /[\s(:,،–—-]+$/u;

/** Returns the text directly before a place in a line, without a label before it or a date of birth after it; empty where there is none. */
function getTextBefore(text: string, end: number): string {
  const whole = text.slice(0, end).replace(BEFORE_ID, '');
  const before = removeBirthDateAtEnd(whole).replace(BEFORE_ID, '');
  return before.slice(before.lastIndexOf(':') + 1).trim();
}

/** Returns the nearest line above with the same left edge; undefined where it is too far away. */
function findAbove(
  lines: readonly PositionedPdfText[],
  line: PositionedPdfText,
): PositionedPdfText | undefined {
  const above = lines.filter(
    ({ x, y, height }) =>
      Math.abs(x - line.x) <= maxShift && y > line.y && y - line.y <= maxGap * Math.max(height, line.height),
  );
  return above.toSorted((left, right) => left.y - right.y)[0];
}

/** Returns the name that a text gives to an id, that of a user or patient without a form of address; null where it is not clearly one. */
function toName(text: string, id: string): string | null {
  const isPerson = isId('user', id);
  const name = isPerson ? removeFormOfAddress(text) : text;
  return isNameShaped(name) && !(isPerson && hasUnclearFormOfAddress(name)) ? name : null;
}

function readName(
  lines: readonly PositionedPdfText[],
  line: PositionedPdfText,
  { 0: id, index }: RegExpExecArray,
): NameBesideId | null {
  const before = getTextBefore(line.text, index);
  if (before !== '') {
    const name = toName(before, id);
    return name === null ? null : { id, name, line: line.text };
  }
  const above = findAbove(lines, line);
  const name = above === undefined ? null : toName(above.text, id);
  if (above === undefined || name === null) return null;
  return { id, name, line: `${above.text} / ${line.text}` };
}

/**
 * Returns the names that a page prints beside these ids (contract/name-assumptions.ts: pdfNames). An id that is a part of
 * another word is none.
 */
export function findNamesBesideIdsOnPage(
  pieces: readonly PositionedPdfText[],
  ids: readonly string[],
): readonly NameBesideId[] {
  const lines = joinTextPiecesIntoLines(pieces);
  const found: NameBesideId[] = [];
  for (const line of lines) {
    const id = [...line.text.matchAll(WORD)].find(([word]) => ids.includes(word));
    const name = id === undefined ? null : readName(lines, line, id);
    if (name !== null) found.push(name);
  }
  return found;
}
