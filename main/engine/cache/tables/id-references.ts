import type { Form } from '#contract/forms.ts';
import type { Notification } from '#contract/notifications.ts';
import { isAnyId, type Kind } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { isJsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { truncateId } from './columns.ts';
import type { DerivedTableUpdater } from './table.ts';

/** Matches a JSON string; the group is the text between its quotes. */
const JSON_TEXT = /"((?:[^"\\]|\\.)*)"/g;
/** Separates the parts of a URL's path and query (RFC 3986). */
const LINK_SEPARATOR = /[/?#&=]/;
/** Maximum number of values that are searched: `props` has an open shape and may be as large as a page. */
const MAX_VALUES = 2_000;
const TEXT_LENGTH = 5_000;

function filterIds(texts: Iterable<string>): readonly string[] {
  return [...texts].filter(isAnyId);
}

function parseJsonText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return ''; // The text was cut within an escape sequence.
  }
}

function decodePiece(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** Returns every id that is a decoded part of a link's path or query. */
function findIdsInLink(link: string): readonly string[] {
  return filterIds(link.slice(0, TEXT_LENGTH).split(LINK_SEPARATOR).map(decodePiece));
}

/** Returns every string that is an id, in JSON that was cut and cannot be parsed. */
function findIdsInCutJson(json: string): readonly string[] {
  return filterIds((json.slice(0, TEXT_LENGTH).match(JSON_TEXT) ?? []).map(parseJsonText));
}

/** Returns every string that is an id in a JSON value, at any depth. */
export function findIdsInValue(value: unknown): readonly string[] {
  const ids: string[] = [];
  const left: unknown[] = [value];
  for (let seen = 0; left.length > 0 && seen < MAX_VALUES; seen += 1) {
    const next = left.pop();
    if (typeof next === 'string' && isAnyId(next)) ids.push(next);
    else if (Array.isArray(next)) left.push(...next.slice(0, MAX_VALUES));
    else if (isJsonObject(next)) left.push(...Object.values(next).slice(0, MAX_VALUES));
  }
  return ids;
}

/** What an id is to the record that contains it, as bit flags: patient, provider, attendee, other. */
export const ID_ROLE_BITS = { patient: 1, provider: 2, other: 4, attendee: 8 } as const;
export const ALL_ID_ROLE_BITS =
  ID_ROLE_BITS.patient | ID_ROLE_BITS.provider | ID_ROLE_BITS.other | ID_ROLE_BITS.attendee;

/** Numbers for the kinds of records, which keep a table of half a million rows smaller. */
export const KIND_NUMBERS: Readonly<Record<Kind, number>> = { requisition: 1, form: 2, notification: 3 };

/** The ids in a record, each with its roles. */
export type IdsWithRoles = ReadonlyMap<string, number>;

/** Maximum number of ids by which one record is found. */
const MAX_REFERENCES = 300;

type IdReference = readonly [id: string, role: keyof typeof ID_ROLE_BITS];

function collect(idReferences: readonly IdReference[]): IdsWithRoles {
  const found = new Map<string, number>();
  for (const [id, role] of idReferences) {
    if (id === '' || (found.size >= MAX_REFERENCES && !found.has(id))) continue;
    // The table holds well-formed texts.
    const key = truncateId(id).toWellFormed();
    found.set(key, (found.get(key) ?? 0) | ID_ROLE_BITS[role]);
  }
  return found;
}

/** Returns every person and facility in a requisition (service's document, section 2.3). */
export function findIdsInRequisition(record: Requisition): IdsWithRoles {
  const { patient, orderingProvider, serviceFacility, createdBy, comments, reviews, statusHistory } = record;
  return collect([
    [patient, 'patient'],
    [orderingProvider, 'provider'],
    [serviceFacility, 'other'],
    [createdBy, 'other'],
    ...reviews.map(({ reviewer }): IdReference => [reviewer, 'provider']),
    ...reviews.map(({ requestedBy }): IdReference => [requestedBy, 'other']),
    ...statusHistory.map(({ changedBy }): IdReference => [changedBy, 'other']),
    ...comments.map((comment): IdReference => [comment.createdBy, 'other']),
  ]);
}

/**
 * Returns the patients who are requested to complete a form, and everyone else related to it (section 2.2).
 */
export function findIdsInForm({ requestCompletionFrom, usableBy, createdBy }: Form): IdsWithRoles {
  return collect([
    [createdBy, 'other'],
    ...requestCompletionFrom.map(({ patient }): IdReference => [patient, 'patient']),
    ...requestCompletionFrom.map(({ requestedBy }): IdReference => [requestedBy, 'other']),
    ...usableBy.medicalCenters.map((id): IdReference => [id, 'other']),
    ...usableBy.individuals.map((id): IdReference => [id, 'other']),
  ]);
}

function getProps({ propsText }: Notification): unknown {
  try {
    return JSON.parse(propsText);
  } catch {
    return null; // Empty, or cut because it is very long, so that it cannot be parsed.
  }
}

/**
 * Returns the recipient of a notification and what it is about (section 2.4): ids in its props and in the
 * links of its buttons.
 */
export function findIdsInNotification(record: Notification): IdsWithRoles {
  const props = getProps(record);
  const inProps = props === null ? findIdsInCutJson(record.propsText) : findIdsInValue(props);
  const role = record.aboutKind === 'appointment' ? 'attendee' : 'other';
  return collect([
    [record.user, 'other'],
    [record.createdBy, 'other'],
    ...inProps.map((id): IdReference => [id, role]),
    ...record.buttons.flatMap(({ link }) => findIdsInLink(link)).map((id): IdReference => [id, 'other']),
  ]);
}

/** Adds the ids in a record of a row to a table with the columns of `id_reference`. */
export function insertIdReferences(
  db: WritableDb,
  table: Sql,
  { kind, row }: { readonly kind: Kind; readonly row: number },
  references: IdsWithRoles,
): void {
  for (const [id, role] of references) {
    db.run(
      sql`INSERT INTO ${table} (id, kind, row, role) VALUES (${id}, ${KIND_NUMBERS[kind]}, ${row}, ${role})`,
    );
  }
}

const NO_REFERENCES: IdsWithRoles = new Map();

/** A row of a kind that refers to ids. */
interface ReferringRow {
  readonly kind: number;
  readonly row: number;
}

interface QueuedIdReference extends ReferringRow {
  readonly id: string;
  readonly role: number;
}

/** What a connection that writes keeps in memory. */
interface IdReferenceQueue {
  /** References that are not stored yet. */
  readonly waiting: QueuedIdReference[];
  /** Kind and number of the rows whose references wait. */
  readonly rowKeys: Set<string>;
  /** The numbers of stored ids. */
  readonly numbers: Map<string, number>;
}

// References wait so that those of a page are stored in the order of their table, and each id is looked up once.
const queues = new WeakMap<WritableDb, IdReferenceQueue>();

/** Maximum number of ids whose numbers are kept in memory. */
const MAX_KEPT_NUMBERS = 100_000;

function getQueue(db: WritableDb): IdReferenceQueue {
  const queue = queues.get(db) ?? { waiting: [], rowKeys: new Set(), numbers: new Map() };
  queues.set(db, queue);
  return queue;
}

function toRowKey({ kind, row }: ReferringRow): string {
  return `${kind} ${row}`;
}

/** Returns the number of an id, which is stored where it is new. */
function findOrAddNumber(db: WritableDb, { numbers }: IdReferenceQueue, id: string): number {
  const kept = numbers.get(id);
  if (kept !== undefined) return kept;
  const stored = db.get(sql<{ number: number }>`SELECT number FROM referenced_id WHERE id = ${id}`);
  const number = stored?.number ?? db.run(sql`INSERT INTO referenced_id (id) VALUES (${id})`).lastRow;
  if (numbers.size >= MAX_KEPT_NUMBERS) numbers.clear();
  numbers.set(id, number);
  return number;
}

/** Stores the queued references. Call it at the end of each page and before every commit. */
export function storeQueuedIdReferences(db: WritableDb): void {
  const queue = queues.get(db);
  if (queue === undefined || queue.waiting.length === 0) return;
  const references = queue.waiting.map((reference) => ({
    ...reference,
    number: findOrAddNumber(db, queue, reference.id),
  }));
  references.sort(
    (left, right) => left.number - right.number || left.kind - right.kind || left.row - right.row,
  );
  for (const { number, kind, row, role } of references)
    db.run(
      sql`INSERT INTO numbered_reference (number, kind, row, role) VALUES (${number}, ${kind}, ${row}, ${role})`,
    );
  queue.waiting.length = 0;
  queue.rowKeys.clear();
}

/** Drops the queued references and the numbers of ids, after rows were rolled back: some of the ids may be new. */
export function forgetQueuedIdReferences(db: WritableDb): void {
  queues.delete(db);
}

/** Deletes references, and the ids to which nothing refers any more: they may be of removed patients. */
function deleteIdReferences(db: WritableDb, { kind, row }: ReferringRow, ids: readonly string[]): void {
  for (const id of ids) {
    const stored = db.get(sql<{ number: number }>`SELECT number FROM referenced_id WHERE id = ${id}`);
    if (stored === undefined) continue;
    const { number } = stored;
    db.run(sql`DELETE FROM numbered_reference WHERE number = ${number} AND kind = ${kind} AND row = ${row}`);
    const deleted = db.run(sql`
      DELETE FROM referenced_id WHERE number = ${number} AND NOT EXISTS (SELECT 1 FROM numbered_reference WHERE number = ${number})`);
    if (deleted.changes > 0) getQueue(db).numbers.delete(id);
  }
}

function replace(db: WritableDb, row: ReferringRow, before: IdsWithRoles, after: IdsWithRoles): void {
  const queue = getQueue(db);
  const key = toRowKey(row);
  // Of a record that a page contains twice, the first version has to be stored before it is replaced.
  if (queue.rowKeys.has(key)) storeQueuedIdReferences(db);
  const listOthers = (left: IdsWithRoles, right: IdsWithRoles): readonly (readonly [string, number])[] =>
    [...left].filter(([id, role]) => right.get(id) !== role);
  deleteIdReferences(
    db,
    row,
    listOthers(before, after).map(([id]) => id),
  );
  for (const [id, role] of listOthers(after, before)) {
    queue.waiting.push({ ...row, id, role });
    queue.rowKeys.add(key);
  }
}

/** Returns the updater of the table by which the records related to an id are found. References are queued for `storeQueuedIdReferences`. */
export function createIdReferenceUpdater<R>(
  kind: Kind,
  findReferences: (record: R) => IdsWithRoles,
): DerivedTableUpdater<R> {
  const getReferences = (record: R | null): IdsWithRoles =>
    record === null ? NO_REFERENCES : findReferences(record);
  return (db, row, { before, after }) =>
    replace(db, { kind: KIND_NUMBERS[kind], row }, getReferences(before), getReferences(after));
}
