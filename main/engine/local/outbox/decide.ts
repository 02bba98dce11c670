import type { MatchCandidate, OutboxResolution, PendingChange } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { CHANGE_SCHEMAS } from '#contract/changes.ts';
import { toList, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { listFieldsDecidedByChange } from '../decision-base.ts';
import { wasCreatedOnThisComputer } from '../ids.ts';
import { createNewRecordWithDefaults } from './overlay.ts';
import { keepAskedPatientsInEvidence } from './asked-patients.ts';
import { discardChange, closeConfirmedChange } from './conclude.ts';
import {
  clearQuestion,
  findStoredChange,
  isCreateOperation,
  isOnceOnlyChange,
  mayBeDone,
  updateStoredChange,
} from './stored-changes.ts';
import { takeBackStoppedShares } from './taken-back-shares.ts';
import { toPendingChange } from './pending.ts';
import { getChangeVersion } from './version.ts';
import type { StoredChange } from '../protocol.ts';

/**
 * The user's decisions about a pending change, each in the transaction of its caller. A change that is being
 * sent is not changed.
 */

function without(data: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
}

function formatFirstIssue(error: {
  readonly issues: readonly { path: PropertyKey[]; message: string }[];
}): string {
  const [issue] = error.issues;
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`.slice(0, 300);
}

/** An edit of a change that the user has seen in this version. */
interface ChangeEdit {
  readonly version: string;
  readonly data: JsonObject;
  readonly cached: JsonObject | null;
  /** For a create: the records of the patient that `data` names, as `SendAttemptEvidence.knownAtSave`. */
  readonly known?: readonly string[];
}

/** Returns the evidence of an edited change. That of a create for another patient begins again: the service has not carried it out. */
function editEvidence(
  { operation, data, evidence }: StoredChange,
  edited: JsonObject,
  known: readonly string[],
): StoredChange['evidence'] {
  // The permission to send without a certain list applied to the previous content.
  const { sendsUnlisted: _sendsUnlisted, ...kept } = evidence;
  if (!isCreateOperation(operation) || edited['patient'] === data['patient']) return kept;
  const { listedBeforeSend: _listedBeforeSend, ...ofCreate } = kept;
  return { ...ofCreate, knownAtSave: known };
}

/**
 * Replaces the data of a change; its state becomes 'saved'. Returns 'on-its-way' while it is being sent,
 * 'needs-you' while it may already have been done, or where a review is added to an update that may have arrived,
 * 'changed-since' where the user has seen another version, and 'invalid-input' with the name of the field.
 */
export function editChange(
  db: WritableDb,
  change: StoredChange,
  { version, data, cached, known: recordsOfPatient = [] }: ChangeEdit,
  now: EpochMs,
): Result<PendingChange> {
  if (change.state === 'sending') return err('on-its-way');
  if (mayBeDone(change)) return err('needs-you', { detail: 'it may already have been done' });
  if (version !== getChangeVersion(change)) return err('changed-since');
  const id = isCreateOperation(change.operation) ? {} : { id: change.target };
  const checked = CHANGE_SCHEMAS[change.operation].data.safeParse({ ...data, ...id });
  if (!checked.success) return err('invalid-input', { detail: formatFirstIssue(checked.error) });
  const entered: JsonObject = checked.data;
  const edited = Object.fromEntries(
    Object.entries(entered).filter(([field, value]) => field !== 'id' && value !== undefined),
  );
  const known = { ...cached, ...change.base, ...change.theirs };
  const fields = new Set([...Object.keys(edited), ...listFieldsDecidedByChange(change.operation, edited)]);
  const base = Object.fromEntries(Object.entries(known).filter(([field]) => fields.has(field)));
  const name = typeof edited['name'] === 'string' ? edited['name'].slice(0, 300).toWellFormed() : '';
  const label = name || change.label;
  const changed = {
    ...clearQuestion(change),
    data: edited,
    base,
    label,
    evidence: editEvidence(change, edited, recordsOfPatient),
    state: 'saved' as const,
  };
  // A review that is added to an update that may have arrived would count as one that may have arrived too.
  const becomesOnceOnly = !isOnceOnlyChange(change.operation, change.data) && mayBeDone(changed);
  if (becomesOnceOnly) return err('needs-you', { detail: 'it may have arrived without the review' });
  updateStoredChange(db, changed);
  takeBackStoppedShares(db, change.target, now);
  return ok(toPendingChange(db, findStoredChange(db, change.number) ?? changed));
}

/** Retries a change: sends it again, or reconciles it again where it may have been done. */
export function retryChange(db: WritableDb, change: StoredChange): Result<null> {
  if (change.state === 'sending') return err('on-its-way');
  updateStoredChange(db, { ...clearQuestion(change), state: mayBeDone(change) ? 'uncertain' : 'saved' });
  return ok(null);
}

/** Removes the completion requests that may have been fulfilled before; the others stay. */
function withoutAsked({ data, theirs }: StoredChange): JsonObject {
  const ask = toList(data['ask']).filter((patient) => !toList(theirs['ask']).includes(patient));
  return ask.length + toList(data['withdraw']).length === 0 ? {} : { ...data, ask };
}

function takeServer(db: WritableDb, change: StoredChange, fields: readonly string[], now: EpochMs): void {
  if (change.question === 'asked-before') {
    const data = withoutAsked(change);
    if (Object.keys(data).length === 0) discardChange(db, change, 'gave-way', now);
    else updateStoredChange(db, { ...clearQuestion(change), data, state: 'saved' });
    return;
  }
  const data = without(change.data, fields);
  if (change.question !== 'conflict' || Object.keys(data).length === 0) {
    discardChange(db, change, 'gave-way', now);
    return;
  }
  updateStoredChange(db, {
    ...clearQuestion(change),
    data,
    base: without(change.base, fields),
    state: 'saved',
  });
}

/**
 * Keeps the user's values over the service's, or sends again; a change that may have been done is reconciled
 * first. Candidates that the user has rejected are remembered.
 */
function takeMine(db: WritableDb, change: StoredChange): void {
  const { base, theirs, candidates, question } = change;
  const sendsAs = question === 'another-user' ? change.evidence.askedAs : change.evidence.sendsAs;
  const user = sendsAs === undefined ? {} : { sendsAs };
  updateStoredChange(db, {
    ...clearQuestion(change),
    base: { ...base, ...theirs },
    evidence: isOnceOnlyChange(change.operation, change.data)
      ? {
          ...change.evidence,
          known: [...(change.evidence.known ?? []), ...candidates.map(({ id }) => id)],
          ...(mayBeDone(change) ? { sendsAgain: true } : {}),
          ...(question === 'not-listed' ? { sendsUnlisted: true } : {}),
          ...user,
        }
      : { ...keepAskedPatientsInEvidence(change), ...user },
    state: 'saved',
  });
}

function takeFields(
  db: WritableDb,
  change: StoredChange,
  mine: readonly string[],
  now: EpochMs,
): Result<null> {
  if (change.question !== 'conflict')
    return err('invalid-input', { detail: 'take: the change has no conflict' });
  const server = Object.keys(change.theirs).filter((field) => !mine.includes(field));
  const rebased = { ...change, base: { ...change.base, ...change.theirs } };
  if (server.length === 0) takeMine(db, change);
  else takeServer(db, rebased, server, now);
  return ok(null);
}

/** Returns the reviews of a candidate that differs from a create in nothing but its review; undefined for any other. */
function findOtherReviews({ differences }: MatchCandidate): readonly unknown[] | undefined {
  const [only, ...further] = differences;
  if (only?.field !== 'review' || further.length > 0) return undefined;
  return only.theirs === null ? [] : toList(JSON.parse(only.theirs));
}

function takeFound(db: WritableDb, change: StoredChange, id: string, now: EpochMs): Result<null> {
  const found = change.candidates.find((candidate) => candidate.id === id);
  if (found === undefined) return err('invalid-input', { detail: 'id: not one of the candidates' });
  // One record cannot be the outcome of two creates: the other one would not be missed.
  if (wasCreatedOnThisComputer(db, id)) return err('already-found');
  // Later changes know only the fields of the create. Where the found record has more, the user is asked
  // before those change.
  const made: JsonObject = { ...createNewRecordWithDefaults(change), ...change.data };
  const { status_history: _history, created_at: _created, last_updated_at: _updated, ...answer } = made;
  const otherReviews = findOtherReviews(found);
  closeConfirmedChange(
    db,
    change,
    { ending: 'found', realId: id, answer, ...(otherReviews === undefined ? {} : { otherReviews }) },
    now,
  );
  return ok(null);
}

/**
 * Returns whether a resolution has something to decide. A change with an uncertain outcome can be sent again before Intray asks
 * about it: a command that imports changes does not wait for that.
 */
function canBeDecided({ question, state }: StoredChange, { take }: OutboxResolution): boolean {
  return question !== null || (state === 'uncertain' && take === 'mine');
}

/**
 * Applies the user's resolution. Returns 'on-its-way' while the change is being sent, and 'changed-since' where the user
 * has seen another version of it, or where it has no question.
 */
export function resolveQuestionOfChange(
  db: WritableDb,
  change: StoredChange,
  { version, resolution }: { readonly version: string; readonly resolution: OutboxResolution },
  now: EpochMs,
): Result<null> {
  if (change.state === 'sending') return err('on-its-way');
  if (!canBeDecided(change, resolution))
    return err('changed-since', { detail: 'the change has no question' });
  if (version !== getChangeVersion(change)) return err('changed-since');
  switch (resolution.take) {
    case 'server':
      takeServer(db, change, Object.keys(change.theirs), now);
      return ok(null);
    case 'mine':
      takeMine(db, change);
      return ok(null);
    case 'fields':
      return takeFields(db, change, resolution.mine, now);
    case 'found':
      return takeFound(db, change, resolution.id, now);
  }
}
