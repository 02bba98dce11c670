import type { Form } from '#contract/form.ts';
import type { Kind } from '#contract/ids.ts';
import type { Notification } from '#contract/notification.ts';
import type { Requisition } from '#contract/requisition.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { idsInCutJson, idsInLink, idsInValue } from './ids-in.ts';
import { word } from './summary.ts';
import type { Trace } from './trace.ts';

/** As what an id stands in a record, as bits that add up. */
export const ROLES = { patient: 1, provider: 2, other: 4, attendee: 8 } as const;
export const ANY_ROLE = ROLES.patient | ROLES.provider | ROLES.other | ROLES.attendee;

/** Kinds of records as the table has them: half a million rows are the smaller for it. */
export const KIND_NUMBERS: Readonly<Record<Kind, number>> = { requisition: 1, form: 2, notification: 3 };

/** The ids in a record, each with its roles. */
export type Mentions = ReadonlyMap<string, number>;

/** Ids that one record is found by, at most. */
const MOST_MENTIONS = 300;

type Mention = readonly [id: string, role: keyof typeof ROLES];

function collect(mentions: readonly Mention[]): Mentions {
  const found = new Map<string, number>();
  for (const [id, role] of mentions) {
    if (id === '' || (found.size >= MOST_MENTIONS && !found.has(id))) continue;
    const key = word(id);
    found.set(key, (found.get(key) ?? 0) | ROLES[role]);
  }
  return found;
}

/** Everybody and every place in a requisition (service's document, section 2.3). */
export function mentionsInRequisition(record: Requisition): Mentions {
  const { patient, orderingProvider, serviceFacility, createdBy, comments, reviews, statusHistory } = record;
  return collect([
    [patient, 'patient'],
    [orderingProvider, 'provider'],
    [serviceFacility, 'other'],
    [createdBy, 'other'],
    ...reviews.map(({ reviewer }): Mention => [reviewer, 'provider']),
    ...reviews.map(({ requestedBy }): Mention => [requestedBy, 'other']),
    ...statusHistory.map(({ changedBy }): Mention => [changedBy, 'other']),
    ...comments.map((comment): Mention => [comment.createdBy, 'other']),
  ]);
}

/** Who is asked to complete a form, and who has to do with it otherwise (section 2.2). */
export function mentionsInForm({ requestCompletionFrom, usableBy, createdBy }: Form): Mentions {
  return collect([
    [createdBy, 'other'],
    ...requestCompletionFrom.map(({ patient }): Mention => [patient, 'patient']),
    ...requestCompletionFrom.map(({ requestedBy }): Mention => [requestedBy, 'other']),
    ...usableBy.medicalCenters.map((id): Mention => [id, 'other']),
    ...usableBy.individuals.map((id): Mention => [id, 'other']),
  ]);
}

function propsOf({ propsText }: Notification): unknown {
  try {
    return JSON.parse(propsText);
  } catch {
    return null; // empty, or cut because it is very long
  }
}

/** Whom a notification is for and what it is about (section 2.4): ids in its props, and in the links of its buttons. */
export function mentionsInNotification(record: Notification): Mentions {
  const props = propsOf(record);
  const inProps = props === null ? idsInCutJson(record.propsText) : idsInValue(props);
  const role = record.aboutKind === 'appointment' ? 'attendee' : 'other';
  return collect([
    [record.user, 'other'],
    [record.createdBy, 'other'],
    ...inProps.map((id): Mention => [id, role]),
    ...record.buttons.flatMap(({ link }) => idsInLink(link)).map((id): Mention => [id, 'other']),
  ]);
}

const NOBODY: Mentions = new Map();

function replace(
  db: WritableDb,
  { kind, row }: { readonly kind: number; readonly row: number },
  before: Mentions,
  after: Mentions,
): void {
  for (const [id, role] of before) {
    if (after.get(id) === role) continue;
    db.run(sql`DELETE FROM mention WHERE id = ${id} AND kind = ${kind} AND row = ${row}`);
  }
  for (const [id, role] of after) {
    if (before.get(id) === role) continue;
    db.run(sql`INSERT INTO mention (id, kind, row, role) VALUES (${id}, ${kind}, ${row}, ${role})`);
  }
}

/** Keeps the table by which everything that has to do with an id is found. */
export function mentionTrace<R>(kind: Kind, mentionsIn: (record: R) => Mentions): Trace<R> {
  const of = (record: R | null): Mentions => (record === null ? NOBODY : mentionsIn(record));
  return (db, row, { before, after }) =>
    replace(db, { kind: KIND_NUMBERS[kind], row }, of(before), of(after));
}
