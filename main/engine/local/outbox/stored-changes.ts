import type { OutboxQuestion, OutboxCounts } from '#contract/outbox.ts';
import { isLocalId, type PendingState, type Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { OperationName } from '#contract/changes.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import type { StoredChange } from '../protocol.ts';

/**
 * Returns whether a change is once-only: the program must not send it again once it may have arrived. A second
 * create would make a second record, a second publish another version, and for a review the effect is unknown
 * (service's document, sections 3 and 4). All other changes set absolute values and are safe to repeat.
 */
export function isOnceOnlyChange(operation: OperationName, data: object): boolean {
  switch (operation) {
    case 'forms.create':
    case 'requisitions.create':
    case 'forms.publish':
      return true;
    case 'requisitions.update':
      return 'review' in data;
    default:
      return false;
  }
}

/** Operations that create a record. */
const CREATES: readonly OperationName[] = ['forms.create', 'requisitions.create'];

/** Returns whether an operation creates a record. */
export function isCreateOperation(operation: OperationName): boolean {
  return CREATES.includes(operation);
}

/** Returns the patient that a create names; null for other writes, which do not carry it. */
export function findPatientOfCreate({ data }: Pick<StoredChange, 'data'>): string | null {
  const { patient } = data;
  return typeof patient === 'string' && patient !== '' ? patient : null;
}

/** Questions about a change that was not found on the service: a later reconcile may find it, without the user. */
const LOST_QUESTIONS: readonly OutboxQuestion[] = ['none-found', 'several-found', 'not-seen', 'not-listed'];

/**
 * Returns whether a change has to be reconciled. A create without a known attempt is checked right before it
 * is sent; where that check could not read a list, a later reconcile may.
 */
export function needsReconcile({ operation, state, question, evidence }: StoredChange): boolean {
  const mayHaveLeft = !isCreateOperation(operation) || evidence.mayHaveLeft === true;
  if (state === 'uncertain') return mayHaveLeft;
  if (state !== 'needs-you' || question === null) return false;
  return LOST_QUESTIONS.includes(question) && (mayHaveLeft || question === 'not-listed');
}

/**
 * Returns whether the user is asked about a change that the service has accepted, or may have done, and whose record did not
 * show it: the record may show it later. A create has no record, and a deleted form has none either.
 */
export function mayShowLater({ operation, state, question }: StoredChange): boolean {
  const hasRecord = !isCreateOperation(operation) && operation !== 'forms.delete';
  const isUnshown = question === 'odd-answer' || question === 'asked-before';
  return state === 'needs-you' && isUnshown && hasRecord;
}

/** Questions that do not imply that an attempt may have arrived. */
const NOT_ARRIVED_QUESTIONS: ReadonlySet<OutboxQuestion | null> = new Set([
  null,
  'conflict',
  'changed',
  'gone',
  'already-there',
  'not-listed',
  'another-user',
]);

/** Returns whether a once-only change may already have been done. */
export function mayBeDone({ operation, data, question, state, evidence }: StoredChange): boolean {
  const hasLeft = evidence.mayHaveLeft === true || evidence.sendsAgain === true;
  const isUnknown =
    state === 'uncertain' || !NOT_ARRIVED_QUESTIONS.has(question) || (hasLeft && state !== 'rejected');
  return isOnceOnlyChange(operation, data) && isUnknown;
}

/** Returns a change without its question, and without the error of its last attempt. */
export function clearQuestion(change: StoredChange): StoredChange {
  return { ...change, question: null, theirs: {}, candidates: [], error: null };
}

interface Row {
  readonly number: number;
  readonly operation: OperationName;
  readonly kind: Kind;
  readonly target: string;
  readonly data: string;
  readonly base: string;
  readonly label: string;
  readonly patient: string | null;
  readonly savedBy: string;
  readonly state: PendingState;
  readonly question: StoredChange['question'];
  readonly theirs: string | null;
  readonly candidates: string | null;
  readonly error: string | null;
  readonly evidence: string | null;
  readonly attempts: number;
  readonly savedAt: number;
  readonly triedAt: number | null;
}

const COLUMNS = sql<Row>`number, operation, kind, target, data, base, label, patient, saved_by AS savedBy, state, question, theirs,
  candidates, error, evidence, attempts, saved_at AS savedAt, tried_at AS triedAt`;

function parseJsonOr<T>(text: string | null, empty: T): T {
  return text === null ? empty : (JSON.parse(text) as T); // written by `insertStoredChange` or `updateStoredChange`
}

function hydrate(row: Row): StoredChange {
  return {
    ...row,
    data: parseJsonOr(row.data, {}),
    base: parseJsonOr(row.base, {}),
    theirs: parseJsonOr(row.theirs, {}),
    candidates: parseJsonOr(row.candidates, []),
    error: parseJsonOr(row.error, null),
    evidence: parseJsonOr(row.evidence, {}),
    savedAt: toEpochMs(row.savedAt),
    triedAt: row.triedAt === null ? null : toEpochMs(row.triedAt),
  };
}

/** Returns all changes, oldest first. */
export function listStoredChanges(db: ReadableDb): readonly StoredChange[] {
  return db.all(sql<Row>`SELECT ${COLUMNS} FROM operation ORDER BY number`).map(hydrate);
}

/** A change with the id of its save. */
export type StoredChangeWithSaveId = StoredChange & { readonly saveId: string | null };

/** Returns all changes of the local store that is attached as `old`, oldest first. */
export function listChangesOfAttachedOldStore(db: ReadableDb): readonly StoredChangeWithSaveId[] {
  return db
    .all(sql<Row & Pick<StoredChangeWithSaveId, 'saveId'>>`
      SELECT save_id AS saveId, ${COLUMNS} FROM old.operation ORDER BY number`)
    .map((row) => ({ ...hydrate(row), saveId: row.saveId }));
}

/** Returns the changes after a number, oldest first. */
export function listStoredChangesAfter(
  db: ReadableDb,
  after: number,
  limit: number,
): readonly StoredChange[] {
  return db
    .all(sql<Row>`SELECT ${COLUMNS} FROM operation WHERE number > ${after} ORDER BY number LIMIT ${limit}`)
    .map(hydrate);
}

/** Returns the changes of one record, oldest first. */
export function listStoredChangesOfRecord(db: ReadableDb, target: string): readonly StoredChange[] {
  return db
    .all(sql<Row>`SELECT ${COLUMNS} FROM operation WHERE target = ${target} ORDER BY number`)
    .map(hydrate);
}

/** Returns whether a record has a local id and no pending create that could give it the service's id. */
export function isNeverCreated(db: ReadableDb, target: string): boolean {
  if (!isLocalId(target)) return false;
  return !listStoredChangesOfRecord(db, target).some(({ operation }) => isCreateOperation(operation));
}

/** Returns one change by its number. */
export function findStoredChange(db: ReadableDb, number: number): StoredChange | undefined {
  const row = db.get(sql<Row>`SELECT ${COLUMNS} FROM operation WHERE number = ${number}`);
  return row === undefined ? undefined : hydrate(row);
}

/**
 * Returns these changes and those that they may have to wait for, oldest first: the earlier ones of the same records
 * and their deletes, and the earlier creates.
 */
export function listStoredChangesWithPossibleBlockers(
  db: ReadableDb,
  changes: readonly StoredChange[],
): readonly StoredChange[] {
  const targets = new Set(changes.map(({ target }) => target));
  const last = Math.max(0, ...changes.map(({ number }) => number));
  return db
    .all(sql<Row>`
      SELECT ${COLUMNS} FROM operation
      WHERE (target IN ${toSqlList(targets)} AND (number <= ${last} OR operation = 'forms.delete'))
        OR (number <= ${last} AND operation IN ${toSqlList(CREATES)})
      ORDER BY number`)
    .map(hydrate);
}

/** Returns changes that may have been done and were not found or not shown so far, oldest first. */
export function listUnreconciledChanges(db: ReadableDb): readonly StoredChange[] {
  return db
    .all(sql<Row>`SELECT ${COLUMNS} FROM operation WHERE state IN ('uncertain', 'needs-you') ORDER BY number`)
    .map(hydrate)
    .filter((change) => needsReconcile(change) || mayShowLater(change));
}

/** The change that a save id belongs to. */
export interface ChangeFoundBySaveId {
  readonly number: number;
  readonly id: string;
  readonly kind: Kind;
}

/** Returns the change that stores a save id, also after it was closed. */
export function findChangeBySaveId(db: ReadableDb, saveId: string): ChangeFoundBySaveId | undefined {
  return db.get(sql<ChangeFoundBySaveId>`
    SELECT number, target AS id, kind FROM operation WHERE save_id = ${saveId}
    UNION ALL SELECT number, target AS id, kind FROM acknowledged WHERE save_id = ${saveId}
    UNION ALL SELECT number, target AS id, kind FROM joined_save WHERE save_id = ${saveId} LIMIT 1`);
}

/**
 * Notes the save id of a save that was merged into another change than the one that stores it, so that a repeated save
 * is recognised.
 */
export function storeSaveIdOfMergedChange(
  db: WritableDb,
  saveId: string,
  number: number,
  target: string,
): void {
  db.run(sql`
    INSERT OR REPLACE INTO joined_save (save_id, number, target, kind)
    SELECT ${saveId}, ${number}, ${target}, kind FROM operation WHERE number = ${number} AND save_id IS NOT ${saveId}
    UNION ALL SELECT ${saveId}, ${number}, ${target}, kind FROM acknowledged
      WHERE number = ${number} AND save_id IS NOT ${saveId} LIMIT 1`);
}

export type NewStoredChange = Omit<StoredChange, 'number'>;

/** Inserts a new change and returns its number. */
export function insertStoredChange(db: WritableDb, fresh: NewStoredChange, saveId: string | null): number {
  return db.run(sql`
    INSERT INTO operation (save_id, operation, kind, target, data, base, label, patient, saved_by, state, evidence, attempts, saved_at)
    VALUES (${saveId}, ${fresh.operation}, ${fresh.kind}, ${fresh.target}, ${JSON.stringify(fresh.data)},
      ${JSON.stringify(fresh.base)}, ${fresh.label}, ${fresh.patient}, ${fresh.savedBy}, ${fresh.state},
      ${JSON.stringify(fresh.evidence)}, ${fresh.attempts}, ${fresh.savedAt})`).lastRow;
}

/** Returns the changes of one record with the ids of their saves, oldest first. */
export function listStoredChangesWithSaveIdsOf(
  db: ReadableDb,
  target: string,
): readonly StoredChangeWithSaveId[] {
  return db
    .all(sql<Row & Pick<StoredChangeWithSaveId, 'saveId'>>`
      SELECT save_id AS saveId, ${COLUMNS} FROM operation WHERE target = ${target} ORDER BY number`)
    .map((row) => ({ ...hydrate(row), saveId: row.saveId }));
}

/** Inserts a removed change again under its former number, so that its place in the order is the same. */
export function reinsertRemovedChange(db: WritableDb, { saveId, ...removed }: StoredChangeWithSaveId): void {
  const { number, operation, kind, target, label, patient, savedBy, state, savedAt } = removed;
  db.run(sql`
    INSERT INTO operation (number, save_id, operation, kind, target, data, base, label, patient, saved_by, state, attempts, saved_at)
    VALUES (${number}, ${saveId}, ${operation}, ${kind}, ${target}, ${JSON.stringify(removed.data)},
      ${JSON.stringify(removed.base)}, ${label}, ${patient}, ${savedBy}, ${state}, ${removed.attempts}, ${savedAt})`);
  updateStoredChange(db, removed);
}

/** Stores what may change of a pending change: data, state, question, evidence. */
export function updateStoredChange(db: WritableDb, changed: StoredChange): void {
  const { question, theirs, candidates, error } = changed;
  db.run(sql`
    UPDATE operation SET target = ${changed.target}, data = ${JSON.stringify(changed.data)},
      base = ${JSON.stringify(changed.base)}, label = ${changed.label}, state = ${changed.state}, question = ${question},
      theirs = ${JSON.stringify(theirs)}, candidates = ${JSON.stringify(candidates)},
      error = ${error === null ? null : JSON.stringify(error)}, evidence = ${JSON.stringify(changed.evidence)},
      attempts = ${changed.attempts}, tried_at = ${changed.triedAt}
    WHERE number = ${changed.number}`);
}

export function deleteStoredChange(db: WritableDb, number: number): void {
  db.run(sql`DELETE FROM operation WHERE number = ${number}`);
}

/** Returns the number of changes in each state. */
export function countOutboxByState(db: ReadableDb): OutboxCounts {
  const rows = db.all(
    sql<{
      state: PendingState;
      count: number;
    }>`SELECT state, count(*) AS count FROM operation GROUP BY state`,
  );
  const of = (state: PendingState): number => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    saved: of('saved'),
    sending: of('sending'),
    uncertain: of('uncertain'),
    needsYou: of('needs-you'),
    rejected: of('rejected'),
  };
}
