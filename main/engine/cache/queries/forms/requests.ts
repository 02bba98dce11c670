import { hash } from 'node:crypto';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import type { Form } from '#contract/forms.ts';
import { toEpochMs } from '#contract/time.ts';
import { emptySql, sql, buildConditionOrEmptySql, type Sql } from '#main/engine/sqlite/sql.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { truncateTitle, truncateId } from '#main/engine/cache/tables/columns.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { IndexedFormsById } from './form-index.ts';
import type { FormQueryContext } from './list.ts';

/** Filters requests by form and patient; the form by the service's id where it has one. */
export interface FormPatientFilter {
  readonly form?: string | undefined;
  readonly patient?: string | undefined;
}

type Request = Form['requestCompletionFrom'][number];
type Reminders = ReadonlyMap<string, CompletionRequestRow['reminder']>;
type Named = Pick<CompletionRequestRow, 'form' | 'patient' | 'requestedAt'>;

/** Identifies a request by a hash, which is short enough for a cursor. */
export function getCompletionRequestHash({ form, patient, requestedAt }: Named): string {
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
      { remindOn: toEpochMs(remindOn), note },
    ]),
  );
}

/** Makes the row of a request that is open, or will be once it is sent. */
function openRow(
  { id, name }: Form,
  request: Request,
  unsent: CompletionRequestRow['unsent'],
  reminders: Reminders,
): CompletionRequestRow {
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

/** Returns the requests of a form: those that the service knows, and pending ones. */
function findOpen(
  record: Form,
  stored: Form | undefined,
  reminders: Reminders,
): readonly CompletionRequestRow[] {
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
  readonly state: CompletionRequestRow['state'];
  readonly after: number;
  readonly before: number;
}

const COLUMNS = sql<EndedRow>`form, patient, requested_by AS requestedBy, requested_at AS requestedAt, state,
  ended_after AS after, ended_before AS before`;

function ofWhom({ form, patient }: FormPatientFilter): Sql {
  const ofForm = buildConditionOrEmptySql(form, (id) => sql` AND form = ${id}`);
  const ofPatient = buildConditionOrEmptySql(patient, (id) => sql` AND patient = ${id}`);
  return sql`state <> 'open'${ofForm}${ofPatient}`;
}

function endedRows({ local }: FormQueryContext, whose: FormPatientFilter): readonly EndedRow[] {
  return local.all(sql<EndedRow>`SELECT ${COLUMNS} FROM completion_request WHERE ${ofWhom(whose)}`);
}

/** Which ended completion requests a page needs: their time order, the cursor's time, and how many. */
export interface EndedRequestsWindow {
  readonly by: 'asked' | 'ended';
  readonly descending: boolean;
  readonly limit: number;
  /** The time of the last row of the previous page; null where it had none, undefined on the first page. */
  readonly after: number | null | undefined;
}

/**
 * Returns the rows that a page may contain: those with the time of the cursor, as many as needed behind it,
 * and all with the same time as the last.
 */
function windowRows(
  { local }: FormQueryContext,
  whose: FormPatientFilter,
  window: EndedRequestsWindow,
  spare: number,
): readonly EndedRow[] {
  const { by, descending, limit, after } = window;
  const rows = (condition: Sql, order: Sql = emptySql): readonly EndedRow[] =>
    local.all(
      sql<EndedRow>`SELECT ${COLUMNS} FROM completion_request WHERE ${ofWhom(whose)}${condition}${order}`,
    );
  // An ended request without a known time is stored with 0, and is listed last.
  const time = by === 'asked' ? sql`requested_at` : sql`ended_before`;
  const getTime = (row: EndedRow): number | null => (by === 'asked' ? row.requestedAt || null : row.before);
  const at = (value: number | null): Sql => sql` AND ${time} = ${value ?? 0}`;
  const there = after === undefined ? [] : rows(at(after));
  if (after === null) return there;
  const isBeyond = descending ? sql`${time} < ${after ?? 0}` : sql`${time} > ${after ?? 0}`;
  const beyond = after === undefined ? emptySql : sql` AND ${isBeyond}`;
  const way = descending ? sql`DESC` : sql`ASC`;
  const wanted = limit + 1 + spare;
  const timed = rows(sql`${beyond} AND ${time} <> 0`, sql` ORDER BY ${time} ${way} LIMIT ${wanted}`);
  const timeless = timed.length < wanted ? rows(at(null), sql` LIMIT ${wanted - timed.length}`) : [];
  const last = timeless.at(-1) ?? timed.at(-1);
  return last === undefined ? there : [...there, ...timed, ...timeless, ...rows(at(getTime(last)))];
}

/** Counts the open requests that are also recorded as ended: they were requested again. */
function countAgain({ local }: FormQueryContext, open: readonly CompletionRequestRow[]): number {
  const named = open.map(({ form, patient, requestedAt }) => [form, patient, requestedAt ?? 0]);
  const counted = local.get(sql<{ count: number }>`
    SELECT count(*) AS count FROM json_each(${JSON.stringify(named)}) AS line CROSS JOIN completion_request AS noted
    WHERE noted.form = line.value ->> 0 AND noted.patient = line.value ->> 1
      AND noted.requested_at = line.value ->> 2 AND noted.state <> 'open'`);
  return counted?.count ?? 0;
}

/** Counts the ended requests without reading them. */
export function countEndedCompletionRequests(
  context: FormQueryContext,
  whose: FormPatientFilter,
  open: readonly CompletionRequestRow[],
): number {
  const counted = context.local.get(
    sql<{ count: number }>`SELECT count(*) AS count FROM completion_request WHERE ${ofWhom(whose)}`,
  );
  return (counted?.count ?? 0) - countAgain(context, open);
}

function endedRow(
  { after, before, requestedAt, ...row }: EndedRow,
  entries: IndexedFormsById,
): CompletionRequestRow {
  return {
    ...row,
    formName: truncateTitle(entries.get(row.form)?.record.name ?? ''),
    requestedAt: requestedAt === 0 ? null : toEpochMs(requestedAt),
    ended: { after: toEpochMs(after), before: toEpochMs(before) },
    unsent: null,
    reminder: null,
  };
}

/** Removes duplicates: the service's list may contain the same request twice. */
function eachOnce(rows: readonly CompletionRequestRow[]): readonly CompletionRequestRow[] {
  if (rows.length < 2) return rows;
  return [...new Map(rows.map((row) => [getCompletionRequestHash(row), row])).values()];
}

/** Returns the open requests of the forms with pending changes, those included that are not sent yet, without duplicates. */
export function listOpenRequestsOfChangedForms(context: FormQueryContext): readonly CompletionRequestRow[] {
  const changed = [...context.overlay.form.rows.values()];
  const reminders = changed.length === 0 ? new Map() : findReminders(context);
  return changed.flatMap(({ row, record }) => {
    const stored = readRecordAtRow(context.cache, 'form', row, parseForm) ?? undefined;
    return eachOnce(findOpen(record, stored, reminders));
  });
}

/** Returns the open requests, including pending ones, without duplicates. */
export function listOpenCompletionRequests(
  context: FormQueryContext,
  { form, patient }: FormPatientFilter,
): readonly CompletionRequestRow[] {
  const [stored, shown] = [context.index.stored(), context.index.shown()];
  const reminders = findReminders(context);
  const entry = form === undefined ? undefined : shown.get(form);
  const entries = form === undefined ? [...shown.values()] : entry === undefined ? [] : [entry];
  const rows = entries.flatMap(({ id, record }) =>
    eachOnce(findOpen(record, stored.get(id)?.record, reminders)),
  );
  return patient === undefined ? rows : rows.filter((row) => row.patient === patient);
}

/**
 * Returns the ended requests that this computer has recorded; with a window, those that its page may contain.
 * A request that is open again is left out.
 */
export function listEndedCompletionRequests(
  context: FormQueryContext,
  whose: FormPatientFilter,
  open: readonly CompletionRequestRow[],
  window?: EndedRequestsWindow,
): readonly CompletionRequestRow[] {
  const rows =
    window === undefined
      ? endedRows(context, whose)
      : windowRows(context, whose, window, countAgain(context, open));
  if (rows.length === 0) return [];
  const entries = context.index.shown();
  const there = new Set(open.map(getCompletionRequestHash));
  const lines = rows
    .map((row) => endedRow(row, entries))
    .filter((row) => !there.has(getCompletionRequestHash(row)));
  return window === undefined
    ? lines
    : [...new Map(lines.map((row) => [getCompletionRequestHash(row), row])).values()];
}
