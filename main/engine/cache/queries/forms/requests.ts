import { hash } from 'node:crypto';
import type { CompletionRow } from '#contract/completion-requests.ts';
import type { Form } from '#contract/forms.ts';
import { epochMs } from '#contract/time.ts';
import { nothing, sql, when, type Sql } from '#main/engine/sqlite/sql.ts';
import { truncateTitle, truncateId } from '#main/engine/cache/tables/columns.ts';
import type { Cards } from './cards.ts';
import type { FormQueryContext } from './list.ts';

/** Whose requests are asked for; the form by the id of the service where it has one. */
export interface Whose {
  readonly form?: string | undefined;
  readonly patient?: string | undefined;
}

type Request = Form['requestCompletionFrom'][number];
type Reminders = ReadonlyMap<string, CompletionRow['reminder']>;
type Named = Pick<CompletionRow, 'form' | 'patient' | 'requestedAt'>;

/** What tells a request from all others; a hash, so that it is short enough for a position in a list. */
export function requestName({ form, patient, requestedAt }: Named): string {
  return hash('sha256', JSON.stringify([form, patient, requestedAt ?? 0]), 'base64url');
}

function reminderKey(form: string, patient: string): string {
  return JSON.stringify([form, patient]);
}

function findReminders({ local }: FormQueryContext): Reminders {
  const rows = local.all(sql<{ form: string; patient: string; remindOn: number; note: string }>`
    SELECT form, patient, remind_on AS remindOn, note FROM completion_reminder`);
  return new Map(
    rows.map(({ form, patient, remindOn, note }) => [
      reminderKey(form, patient),
      { remindOn: epochMs(remindOn), note },
    ]),
  );
}

/** A request that stands in a form by now, or will once everything is sent. */
function openRow(
  { id, name }: Form,
  request: Request,
  unsent: CompletionRow['unsent'],
  reminders: Reminders,
): CompletionRow {
  const patient = truncateId(request.patient);
  return {
    form: id,
    formName: truncateTitle(name),
    patient,
    requestedBy: truncateId(request.requestedBy),
    requestedAt: request.requestedAt,
    state: 'open',
    ended: null,
    unsent,
    reminder: reminders.get(reminderKey(id, patient)) ?? null,
  };
}

function sameRequest(left: Request): (right: Request) => boolean {
  return ({ patient, requestedAt }) => patient === left.patient && requestedAt === left.requestedAt;
}

/** The requests of a form: those of which the service knows, and those that wait to be sent. */
function findOpen(record: Form, stored: Form | undefined, reminders: Reminders): readonly CompletionRow[] {
  const known = stored?.requestCompletionFrom ?? [];
  const wished = record.requestCompletionFrom;
  if (record === stored) return known.map((request) => openRow(record, request, null, reminders));
  const rows = known.map((request) =>
    openRow(record, request, wished.some(sameRequest(request)) ? null : 'withdraw', reminders),
  );
  const asked = wished.filter((request) => !known.some(sameRequest(request)));
  return [...rows, ...asked.map((request) => openRow(record, request, 'ask', reminders))];
}

interface EndedRow {
  readonly form: string;
  readonly patient: string;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: CompletionRow['state'];
  readonly after: number;
  readonly before: number;
}

const COLUMNS = sql<EndedRow>`form, patient, requested_by AS requestedBy, requested_at AS requestedAt, state,
  ended_after AS after, ended_before AS before`;

function ofWhom({ form, patient }: Whose): Sql {
  const ofForm = when(form, (id) => sql` AND form = ${id}`);
  const ofPatient = when(patient, (id) => sql` AND patient = ${id}`);
  return sql`state <> 'open'${ofForm}${ofPatient}`;
}

function endedRows({ local }: FormQueryContext, whose: Whose): readonly EndedRow[] {
  return local.all(sql<EndedRow>`SELECT ${COLUMNS} FROM completion_request WHERE ${ofWhom(whose)}`);
}

/** A stretch of an order by time: the page after a place. */
export interface EndedWindow {
  readonly by: 'asked' | 'ended';
  readonly descending: boolean;
  readonly limit: number;
  /** The time at which the page before ended; null where there is none, undefined at the beginning. */
  readonly after: number | null | undefined;
}

/** The rows that a page can hold: those of the place itself, as many as it takes beyond it, and all that share the last time. */
function windowRows(
  { local }: FormQueryContext,
  whose: Whose,
  window: EndedWindow,
  spare: number,
): readonly EndedRow[] {
  const { by, descending, limit, after } = window;
  // A request without a time has 0 in its place and comes last.
  const time = by === 'asked' ? sql`nullif(requested_at, 0)` : sql`ended_before`;
  const rows = (condition: Sql, order: Sql = nothing): readonly EndedRow[] =>
    local.all(
      sql<EndedRow>`SELECT ${COLUMNS} FROM completion_request WHERE ${ofWhom(whose)}${condition}${order}`,
    );
  const getTime = (row: EndedRow): number | null => (by === 'asked' ? row.requestedAt || null : row.before);
  const at = (value: number | null): Sql => sql` AND ${time} IS ${value}`;
  const there = after === undefined ? [] : rows(at(after));
  if (after === null) return there;
  const isBeyond = descending ? sql`${time} < ${after ?? 0}` : sql`${time} > ${after ?? 0}`;
  const beyond = after === undefined ? nothing : sql` AND (${isBeyond} OR ${time} IS NULL)`;
  const way = descending ? sql`DESC` : sql`ASC`;
  const order = sql` ORDER BY ${time} IS NULL, ${time} ${way} LIMIT ${limit + 1 + spare}`;
  const next = rows(beyond, order);
  const last = next.at(-1);
  return last === undefined ? there : [...there, ...next, ...rows(at(getTime(last)))];
}

/** How many of the open requests are noted as ended too: they are there again. */
function countAgain({ local }: FormQueryContext, open: readonly CompletionRow[]): number {
  const named = open.map(({ form, patient, requestedAt }) => [form, patient, requestedAt ?? 0]);
  const counted = local.get(sql<{ count: number }>`
    SELECT count(*) AS count FROM json_each(${JSON.stringify(named)}) AS line CROSS JOIN completion_request AS noted
    WHERE noted.form = line.value ->> 0 AND noted.patient = line.value ->> 1
      AND noted.requested_at = line.value ->> 2 AND noted.state <> 'open'`);
  return counted?.count ?? 0;
}

/** Counts the requests that have ended, without reading one. */
export function countEnded(context: FormQueryContext, whose: Whose, open: readonly CompletionRow[]): number {
  const counted = context.local.get(
    sql<{ count: number }>`SELECT count(*) AS count FROM completion_request WHERE ${ofWhom(whose)}`,
  );
  return (counted?.count ?? 0) - countAgain(context, open);
}

function endedRow({ after, before, requestedAt, ...row }: EndedRow, cards: Cards): CompletionRow {
  return {
    ...row,
    formName: truncateTitle(cards.get(row.form)?.record.name ?? ''),
    requestedAt: requestedAt === 0 ? null : epochMs(requestedAt),
    ended: { after: epochMs(after), before: epochMs(before) },
    unsent: null,
    reminder: null,
  };
}

/** A list may say the same twice. */
function eachOnce(rows: readonly CompletionRow[]): readonly CompletionRow[] {
  if (rows.length < 2) return rows;
  return [...new Map(rows.map((row) => [requestName(row), row])).values()];
}

/** Requests that are open, pending ones among them, each once. */
export function openRequests(context: FormQueryContext, { form, patient }: Whose): readonly CompletionRow[] {
  const [stored, shown] = [context.cards.stored(), context.cards.shown()];
  const reminders = findReminders(context);
  const card = form === undefined ? undefined : shown.get(form);
  const cards = form === undefined ? [...shown.values()] : card === undefined ? [] : [card];
  const rows = cards.flatMap(({ id, record }) =>
    eachOnce(findOpen(record, stored.get(id)?.record, reminders)),
  );
  return patient === undefined ? rows : rows.filter((row) => row.patient === patient);
}

/** Requests that have ended, as far as this desk has noted it; with a window those that its page can hold. One that is there again is open. */
export function endedRequests(
  context: FormQueryContext,
  whose: Whose,
  open: readonly CompletionRow[],
  window?: EndedWindow,
): readonly CompletionRow[] {
  const rows =
    window === undefined
      ? endedRows(context, whose)
      : windowRows(context, whose, window, countAgain(context, open));
  if (rows.length === 0) return [];
  const cards = context.cards.shown();
  const there = new Set(open.map(requestName));
  const lines = rows.map((row) => endedRow(row, cards)).filter((row) => !there.has(requestName(row)));
  return window === undefined ? lines : [...new Map(lines.map((row) => [requestName(row), row])).values()];
}
