import type { DirectoryEntry } from '#contract/directory.ts';
import type { FollowUp } from '#contract/local-data.ts';
import type { PendingChange } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from './bridge.ts';
import type { DirectoryStore } from './names/directory.ts';
import type { FollowUpsStore } from './follow-ups.ts';
import { snoozeRows, type RowsToSnooze } from './inbox/snooze-rows.ts';
import { share, showSharedSeveral, unshare, type SavedShare } from './changes/shares.ts';
import type { OutboxStore } from './sync/outbox.ts';
import { NOT_UNDONE } from './toasts/toast.ts';
import type { ToastsStore } from './toasts/toasts.ts';

/** Actions that show a toast and can be undone while nothing of them was sent. */
export interface UndoableActions {
  /**
   * Discards a pending change with all its fields. Returns null on success, and 'changed-since' where it is no longer as the
   * user has seen it.
   */
  readonly discardChange: (change: PendingChange) => Promise<AppError | null>;
  /** Discards a draft by its key. Returns null on success. */
  readonly discardDraft: (key: string) => Promise<AppError | null>;
  /** Sets the local name of an id, or takes it back with null. Returns null on success. */
  readonly setName: (id: string, name: string | null, identifier?: string) => Promise<AppError | null>;
  /** Sets or changes a follow-up mark, or removes it (null), of a record with this name. */
  readonly setFollowUp: (
    record: RecordToFollowUp,
    mark: Pick<FollowUp, 'note' | 'remindOn'> | null,
  ) => Promise<AppError | null>;
  /**
   * Hides rows of the inbox, with all notifications about the same objects, until a time; null shows them again. Returns null
   * on success.
   */
  readonly snooze: (rows: RowsToSnooze, until: EpochMs | null) => Promise<AppError | null>;
  /** Shares a requisition with its patient. An error is shown in a banner. */
  readonly share: (requisition: Requisition) => Promise<void>;
  /** Shows that several requisitions will be shared, with one undo for all of them that were not sent. */
  readonly showSharedSeveral: (shares: readonly SavedShare[]) => void;
  /** Takes back that a requisition is shared, by the pending change that shares it, which was not sent. */
  readonly unshare: (number: number) => Promise<AppError | null>;
}

export interface RecordToFollowUp {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

interface UndoableActionDeps {
  readonly calls: ProcedureCalls;
  readonly outbox: OutboxStore;
  readonly followUps: FollowUpsStore;
  readonly directory: DirectoryStore;
  readonly toasts: ToastsStore;
}

/** Puts a discarded draft back, unless another one was begun in its place. */
async function restoreDraft(
  calls: ProcedureCalls,
  draft: Parameters<ProcedureCalls['drafts.save']>[0],
): Promise<AppError | null> {
  const present = await calls['drafts.get']({ key: draft.key });
  if (!present.ok) return present.error;
  if (present.value.draft !== null) return NOT_UNDONE;
  const saved = await calls['drafts.save'](draft);
  return saved.ok ? null : saved.error;
}

/** Returns whether two follow-up marks are the same one. */
function isSameMark(left: FollowUp | undefined, right: FollowUp | undefined): boolean {
  return (
    JSON.stringify([left?.markedAt, left?.note, left?.remindOn]) ===
    JSON.stringify([right?.markedAt, right?.note, right?.remindOn])
  );
}

/** Reads the follow-up mark of a record. */
async function readMark(calls: ProcedureCalls, { kind, id }: RecordToFollowUp) {
  const listed = await calls['followUps.list']({ of: { kind, id } });
  return listed.ok ? { mark: listed.value.items[0] } : { error: listed.error };
}

/** Sets, changes or removes a follow-up mark, with a toast that can undo it. */
async function setFollowUp(
  { calls, followUps, toasts }: UndoableActionDeps,
  record: RecordToFollowUp,
  wanted: Pick<FollowUp, 'note' | 'remindOn'> | null,
): Promise<AppError | null> {
  const { kind, id, name } = record;
  const former = await readMark(calls, record);
  if ('error' in former) return former.error;
  const error = await (wanted === null
    ? followUps.clear({ kind, id })
    : followUps.set({ kind, id, ...wanted }));
  if (error !== null) return error;
  const left = await readMark(calls, record);
  const before = former.mark;
  if ('error' in left || (wanted === null && before === undefined)) return null;
  toasts.show({
    subject: {
      did: wanted === null ? 'followUpCleared' : before === undefined ? 'followUpSet' : 'followUpChanged',
      kind,
      name,
    },
    undo: async () => {
      const now = await readMark(calls, record);
      if ('error' in now) return now.error;
      if (!isSameMark(now.mark, left.mark)) return NOT_UNDONE;
      return before === undefined ? followUps.clear({ kind, id }) : followUps.set(before);
    },
  });
  return null;
}

type NameAndIdentifier = Pick<DirectoryEntry, 'name' | 'identifier'>;

function isSameName(left: NameAndIdentifier | undefined, right: NameAndIdentifier | undefined): boolean {
  return left?.name === right?.name && left?.identifier === right?.identifier;
}

/** Puts the former name of an id back, with the source that it had: an imported one does not become one that was entered. */
async function restoreName(
  directory: DirectoryStore,
  id: string,
  former: DirectoryEntry | undefined,
): Promise<AppError | null> {
  if (former === undefined) return directory.setName(id, null);
  const { name, identifier, source } = former;
  const saved = await directory.saveNames([{ id, name, identifier }], source);
  return saved.ok ? null : saved.error;
}

/** Sets or removes the local name of an id, with a toast that can undo it. */
async function setName(
  { directory, toasts }: UndoableActionDeps,
  id: string,
  name: string | null,
  identifier: string,
): Promise<AppError | null> {
  const find = (): DirectoryEntry | undefined => directory.store.getState().names.get(id);
  // Where the names could not be read, the former one is not known: nothing would tell what Undo has to put back.
  const isFormerKnown = directory.store.getState().isLoaded;
  const former = find();
  const saved = name === null ? undefined : { name, identifier };
  const error = await directory.setName(id, name, identifier);
  if (error !== null || isSameName(former, saved)) return error;
  const undo = async (): Promise<AppError | null> => {
    const now = find();
    // Until the names are read again, the former one is the one that is known.
    if (!isSameName(now, saved) && !isSameName(now, former)) return NOT_UNDONE;
    return restoreName(directory, id, former);
  };
  toasts.show({
    subject: name === null ? { did: 'nameRemoved', name: former?.name ?? '' } : { did: 'nameSaved', name },
    undo: isFormerKnown ? undo : null,
    place: { to: 'screen', screen: 'directory' },
  });
  return null;
}

/** Creates the actions that show a toast and can be undone. */
export function createUndoableActions(deps: UndoableActionDeps): UndoableActions {
  const { calls, outbox, toasts } = deps;
  return {
    discardChange: async (change) => {
      const { number, operation, kind, label, patient } = change;
      const error = await outbox.discard(change);
      if (error === null)
        toasts.show({
          subject: { did: 'changeDiscarded', operation, kind, name: label },
          undo: () => outbox.restore(number),
          patient,
        });
      return error;
    },
    discardDraft: async (key) => {
      const found = await calls['drafts.get']({ key });
      if (!found.ok) return found.error;
      const dropped = await calls['drafts.drop']({ key });
      if (!dropped.ok) return dropped.error;
      if (found.value.draft === null) return null;
      const { savedAt: _savedAt, ...draft } = found.value.draft;
      toasts.show({
        subject: {
          did: 'draftDiscarded',
          kind: draft.operation.startsWith('forms.') ? 'form' : 'requisition',
          name: draft.label,
        },
        undo: () => restoreDraft(calls, draft),
      });
      return null;
    },
    setName: (id, name, identifier = '') => setName(deps, id, name, identifier),
    setFollowUp: (record, mark) => setFollowUp(deps, record, mark),
    snooze: (rows, until) => snoozeRows(deps, rows, until),
    share: (requisition) => share(deps, requisition),
    showSharedSeveral: (shares) => showSharedSeveral(deps, shares),
    unshare: (number) => unshare(deps, number),
  };
}
