import { hash } from 'node:crypto';
import type { CompletionLine } from '#contract/completions.ts';
import type { Form } from '#contract/form.ts';
import { epochMs } from '#contract/time.ts';
import { sql, when } from '#main/engine/store/sql.ts';
import { title, word } from '../summary.ts';
import type { Cards } from './cards.ts';
import type { FormGround } from './ground.ts';

/** Whose requests are asked for; the form by the id of the service where it has one. */
export interface Whose {
  readonly form?: string | undefined;
  readonly patient?: string | undefined;
}

type Request = Form['requestCompletionFrom'][number];
type Reminders = ReadonlyMap<string, CompletionLine['reminder']>;
type Named = Pick<CompletionLine, 'form' | 'patient' | 'requestedAt'>;

const PLAIN = /^[\w.~-]{0,140}$/;

function short(id: string): string {
  return PLAIN.test(id) ? id : hash('sha256', id, 'base64url');
}

/** What tells a request from all others; short enough for a place in a list. */
export function requestName({ form, patient, requestedAt }: Named): string {
  return `${short(form)} ${short(patient)} ${requestedAt ?? 0}`;
}

function remindersIn({ desk }: FormGround): Reminders {
  const rows = desk.all(sql<{ form: string; patient: string; remindOn: number; note: string }>`
    SELECT form, patient, remind_on AS remindOn, note FROM completion_reminder`);
  return new Map(
    rows.map(({ form, patient, remindOn, note }) => [
      `${form} ${patient}`,
      { remindOn: epochMs(remindOn), note },
    ]),
  );
}

/** A request that stands in a form by now, or will once everything is sent. */
function openLine(
  { id, name }: Form,
  request: Request,
  unsent: CompletionLine['unsent'],
  reminders: Reminders,
): CompletionLine {
  const patient = word(request.patient);
  return {
    form: id,
    formName: title(name),
    patient,
    requestedBy: word(request.requestedBy),
    requestedAt: request.requestedAt,
    state: 'open',
    ended: null,
    unsent,
    reminder: reminders.get(`${id} ${patient}`) ?? null,
  };
}

function sameRequest(left: Request): (right: Request) => boolean {
  return ({ patient, requestedAt }) => patient === left.patient && requestedAt === left.requestedAt;
}

/** The requests of a form: those of which the service knows, and those that wait to be sent. */
function openIn(record: Form, stored: Form | undefined, reminders: Reminders): readonly CompletionLine[] {
  const known = stored?.requestCompletionFrom ?? [];
  const wished = record.requestCompletionFrom;
  if (record === stored) return known.map((request) => openLine(record, request, null, reminders));
  const lines = known.map((request) =>
    openLine(record, request, wished.some(sameRequest(request)) ? null : 'withdraw', reminders),
  );
  const asked = wished.filter((request) => !known.some(sameRequest(request)));
  return [...lines, ...asked.map((request) => openLine(record, request, 'ask', reminders))];
}

interface EndedRow {
  readonly form: string;
  readonly patient: string;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: CompletionLine['state'];
  readonly after: number;
  readonly before: number;
}

function endedRows({ desk }: FormGround, { form, patient }: Whose): readonly EndedRow[] {
  const ofForm = when(form, (id) => sql` AND form = ${id}`);
  const ofPatient = when(patient, (id) => sql` AND patient = ${id}`);
  return desk.all(sql<EndedRow>`
    SELECT form, patient, requested_by AS requestedBy, requested_at AS requestedAt, state,
      ended_after AS after, ended_before AS before
    FROM completion_request WHERE state <> 'open'${ofForm}${ofPatient}`);
}

function endedLine({ after, before, requestedAt, ...row }: EndedRow, cards: Cards): CompletionLine {
  return {
    ...row,
    formName: title(cards.get(row.form)?.record.name ?? ''),
    requestedAt: requestedAt === 0 ? null : epochMs(requestedAt),
    ended: { after: epochMs(after), before: epochMs(before) },
    unsent: null,
    reminder: null,
  };
}

/** A list may say the same twice. */
function eachOnce(lines: readonly CompletionLine[]): readonly CompletionLine[] {
  if (lines.length < 2) return lines;
  return [...new Map(lines.map((line) => [`${line.requestedAt ?? 0} ${line.patient}`, line])).values()];
}

/** Requests that are open, pending ones among them, each once. */
export function openRequests(ground: FormGround, { form, patient }: Whose): readonly CompletionLine[] {
  const [stored, shown] = [ground.cards.stored(), ground.cards.shown()];
  const reminders = remindersIn(ground);
  const card = form === undefined ? undefined : shown.get(form);
  const cards = form === undefined ? [...shown.values()] : card === undefined ? [] : [card];
  const lines = cards.flatMap(({ id, record }) =>
    eachOnce(openIn(record, stored.get(id)?.record, reminders)),
  );
  return patient === undefined ? lines : lines.filter((line) => line.patient === patient);
}

/** Requests that have ended, as far as this desk has noted it. One that is there again is open. */
export function endedRequests(
  ground: FormGround,
  whose: Whose,
  open: readonly CompletionLine[],
): readonly CompletionLine[] {
  const rows = endedRows(ground, whose);
  if (rows.length === 0) return [];
  const cards = ground.cards.shown();
  const there = new Set(open.map(requestName));
  return rows.map((row) => endedLine(row, cards)).filter((line) => !there.has(requestName(line)));
}
