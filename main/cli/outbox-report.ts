import type { PendingOperation } from '#contract/outbox.ts';
import { table } from './table.ts';

type Row = readonly unknown[];

const HEADINGS = ['number', 'state', 'operation', 'id', 'name', 'saved', 'why'];
const QUESTION_HEADINGS = ['number', 'question', 'of', 'mine', 'server'];

function toTimeText(epoch: number | null): string {
  return epoch === null ? '' : new Date(epoch).toISOString();
}

function getWhy(pending: PendingOperation): string {
  const why = getCause(pending);
  if (!pending.mayHaveArrived) return why;
  return why === '' ? 'may have arrived' : `${why}; may have arrived`;
}

function getCause({ question, error, waitsFor }: PendingOperation): string {
  if (question !== null) return question;
  if (error !== null) return error.serverWords ?? error.code;
  return waitsFor === null ? '' : `waits for ${waitsFor}`;
}

function toRow(pending: PendingOperation): Row {
  const { number, state, operation, id, label, savedAt } = pending;
  return [String(number), state, operation, id, label, toTimeText(savedAt), getWhy(pending)];
}

/** What a person needs to know to decide: fields that differ, or records that may be the lost one. */
function questionRows({ number, question, fields, changes, candidates }: PendingOperation): readonly Row[] {
  if (question === null) return [];
  const row = (of: string, mine: string, server: string): Row => [String(number), question, of, mine, server];
  const differing = fields.filter(({ theirs }) => theirs !== null);
  const rows = [
    ...differing.map(({ field, mine, theirs }) => row(field, mine, theirs ?? '')),
    // Of a field that the write does not send, as the user saw it.
    ...changes.map(({ field, seen, now }) => row(field, seen ?? '', now)),
    ...candidates.flatMap(({ id, createdBy, createdAt, differences }) => [
      row(id, '', `${createdBy} ${toTimeText(createdAt)}`.trimEnd()),
      ...differences.map(({ field, mine, theirs }) => row(`  ${field}`, mine, theirs ?? '')),
    ]),
  ];
  return rows.length === 0 ? [row('', '', '')] : rows;
}

/** Writes of the outbox: for people as tables, with `isJson` as one JSON object on a line. */
export function outboxReport(items: readonly PendingOperation[], isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ items, next: null })}\n`;
  if (items.length === 0) return 'Nothing waits.\n';
  const questions = items.flatMap(questionRows);
  const written = table(HEADINGS, items.map(toRow));
  return questions.length === 0 ? written : `${written}\n${table(QUESTION_HEADINGS, questions)}`;
}
