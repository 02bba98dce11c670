import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallInput, CallOutput } from '#contract/api.ts';
import type { PendingChange, QuarantinedResource, OutboxResolution, ClosedChange } from '#contract/outbox.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import type { AppError, Result } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader } from '../list/visible-data.ts';

/** Pending changes, sent changes and quarantined records, for the outbox screen. */
export interface OutboxState {
  /** Increments whenever a pending change is added, removed or updated. */
  readonly revision: number;
  /** The revision that the lists were read at; they are out of date while it differs from `revision`. */
  readonly readRevision: number;
  /** The pending changes, oldest first; null until the first response. */
  readonly pending: readonly PendingChange[] | null;
  /** There are more pending changes than are shown. */
  readonly hasMore: boolean;
  /** The changes that have left the outbox, newest first; null until the first response. */
  readonly closed: readonly ClosedChange[] | null;
  readonly quarantined: readonly QuarantinedResource[];
  /** Why the last read failed; the lists shown are from before. */
  readonly error: AppError | null;
  /** Why changes that button presses requested were not saved, or decisions not done, the last one last; one for each action. */
  readonly refusals: readonly Refusal[];
}

/** The record whose input was not saved after its editor was left: by its name, or by the other account in which it is. */
export type UnsavedRecord = { readonly kind: 'requisition' | 'form' } & (
  | { readonly name: string }
  | { readonly account: string }
);

/** Why an action failed. */
export interface Refusal {
  /** The action and its record. */
  readonly about: string;
  readonly error: AppError;
  /** What the banner names; missing where the screen shows what it is about. */
  readonly record?: UnsavedRecord;
}

/**
 * Returns the action that has failed last; null where none has, or all were done since.
 * @param canBeSaid whether the banner has a sentence for it; without it, it has one for each
 */
export function getLastRefusal(
  { refusals }: Pick<OutboxState, 'refusals'>,
  canBeSaid: (refusal: Refusal) => boolean = () => true,
): Refusal | null {
  return refusals.findLast(canBeSaid) ?? null;
}

/** A pending change as the user has seen it. */
export type SeenChange = Pick<PendingChange, 'number' | 'version'>;

export interface OutboxStore {
  readonly store: StoreApi<OutboxState>;
  /** Saves a change in the outbox. Returns null on success. */
  readonly save: (change: CallInput<'outbox.save'>) => Promise<AppError | null>;
  /** Like `save`, but returns the change's number, by which it can be discarded before it is sent. */
  readonly saveAndGetNumber: (change: CallInput<'outbox.save'>) => Promise<Result<CallOutput<'outbox.save'>>>;
  /** Like `saveAndGetNumber`; the change is sent after the time of the settings, so that it can be undone. */
  readonly saveForUndo: (change: CallInput<'outbox.save'>) => Promise<Result<CallOutput<'outbox.save'>>>;
  /** Returns how long the user may undo a change before it is sent, in milliseconds, as the settings say. */
  readonly undoTimeMs: () => number;
  /**
   * Like `save`, for a button outside of an editor: an error is shown in a banner until it is dismissed, or `about` succeeds.
   * @param about see `report`
   */
  readonly saveAndReport: (about: string, change: CallInput<'outbox.save'>) => Promise<void>;
  /**
   * Shows in a banner why a change was not saved. Null clears what an earlier try of the same action has left, and not the error of
   * another action or record.
   * @param about the action and its record, such as `share req_1`
   * @param record what the banner names, where the screen does not show it
   */
  readonly report: (about: string, error: AppError | null, record?: UnsavedRecord) => void;
  /** Drops the refusal that the banner shows, with those of other actions that say the same. An earlier one is shown next. */
  readonly dismissRefusal: (shown: Refusal) => void;
  /** Replaces the data of a change. Returns 'changed-since' where it is no longer as the user has seen it. */
  readonly edit: (seen: SeenChange, data: Readonly<Record<string, unknown>>) => Promise<AppError | null>;
  readonly retry: (number: number) => Promise<AppError | null>;
  /** Discards a change; with its version only where it is still as the user has seen it. */
  readonly discard: (seen: Pick<SeenChange, 'number'> & Partial<SeenChange>) => Promise<AppError | null>;
  /** Undoes the discard of a change. Returns null on success. */
  readonly restore: (number: number) => Promise<AppError | null>;
  /** Decides the question of a change. Returns 'changed-since' where it is no longer as the user has seen it. */
  readonly resolve: (seen: SeenChange, resolution: OutboxResolution) => Promise<AppError | null>;
  /** Called when changes were added, removed or updated: reloads now, or when the screen is shown next. */
  readonly invalidate: () => void;
  /** Starts loading while the outbox is on screen; returns the function that stops it. */
  readonly show: () => () => void;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const PAGE = 200;
const MAX_PAGES = 10;
const MAX_CLOSED = 200;

const INITIAL_STATE: OutboxState = {
  revision: 0,
  readRevision: -1,
  pending: null,
  hasMore: false,
  closed: null,
  quarantined: [],
  error: null,
  refusals: [],
};

/** All pending changes, in pages, up to a safety limit. */
function listAllPending(calls: ProcedureCalls): Promise<Result<CallOutput<'outbox.list'>>> {
  const ask = (place: PageStart<number>) => calls['outbox.list']({ limit: PAGE, ...place });
  return collectItemsFromPages(ask, { pages: MAX_PAGES });
}

/** Reads pending changes, sent changes and quarantined records. */
async function readOutbox(calls: ProcedureCalls): Promise<Partial<OutboxState>> {
  const [pending, closed, quarantined] = await Promise.all([
    listAllPending(calls),
    calls['outbox.closed']({ limit: MAX_CLOSED }),
    calls['quarantine.list']({}),
  ]);
  if (!pending.ok) return { error: pending.error };
  const failed = [closed, quarantined].find(({ ok: isRead }) => !isRead);
  return {
    pending: pending.value.items,
    hasMore: pending.value.next !== null,
    ...(closed.ok ? { closed: closed.value.items } : {}),
    ...(quarantined.ok ? { quarantined: quarantined.value.items } : {}),
    error: failed === undefined || failed.ok ? null : failed.error,
  };
}

/** Returns the refusals after another try of an action, which has failed with the error, or was done where that is null. */
function updateRefusals(
  refusals: readonly Refusal[],
  about: string,
  error: AppError | null,
  record: UnsavedRecord | undefined,
): readonly Refusal[] {
  const others = refusals.filter((each) => each.about !== about);
  if (error === null) return others;
  return [...others, { about, error, ...(record === undefined ? {} : { record }) }];
}

/** Returns the refusals without those whose sentence is the same as that of the given one. */
function dropRefusal(refusals: readonly Refusal[], shown: Refusal): readonly Refusal[] {
  const toSaid = ({ error, record }: Refusal): string =>
    JSON.stringify([error.code, error.serverWords, record]);
  return refusals.filter((each) => toSaid(each) !== toSaid(shown));
}

function toSeen({ number, version }: SeenChange): SeenChange {
  return { number, version };
}

async function getProblem(answer: Promise<Result<unknown>>): Promise<AppError | null> {
  const result = await answer;
  return result.ok ? null : result.error;
}

/**
 * Creates the store of the open account's outbox. The engine owns the data; this store requests and displays
 * it.
 * @param onActed called after the user has saved, changed or decided something, so that the screen is updated
 * at once
 * @param undoTimeMs returns how long the user may undo a change before it is sent, in milliseconds
 */
export function createOutboxStore(
  calls: ProcedureCalls,
  onActed: () => void = () => {},
  undoTimeMs: () => number = () => DEFAULT_SETTINGS.undoSeconds * 1000,
): OutboxStore {
  const store = createStore<OutboxState>(() => INITIAL_STATE);
  const visible = createVisibleDataReloader(async (isWanted) => {
    const { revision } = store.getState();
    const news = await readOutbox(calls);
    if (isWanted()) store.setState({ ...news, ...(news.error === null ? { readRevision: revision } : {}) });
  }, THROTTLE_MS);

  function invalidate(): void {
    store.setState(({ revision }) => ({ revision: revision + 1 }));
    visible.invalidate();
  }

  function reload(): void {
    invalidate();
    onActed();
  }

  /** Reloads right after the user's action instead of waiting for the engine's event. */
  async function runThenReload(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const problem = await getProblem(answer);
    reload();
    return problem;
  }
  const report: OutboxStore['report'] = (about, error, record) =>
    store.setState(({ refusals }) => ({ refusals: updateRefusals(refusals, about, error, record) }));
  const save = (change: CallInput<'outbox.save'>): Promise<AppError | null> =>
    runThenReload(calls['outbox.save'](change));

  return {
    store,
    invalidate,
    save,
    saveAndGetNumber: (change) => calls['outbox.save'](change).finally(reload),
    // It keeps its row for a moment, so that the next key press applies to the list as displayed.
    saveForUndo: (change) => calls['outbox.save']({ ...change, holdMs: undoTimeMs() }).finally(invalidate),
    undoTimeMs,
    saveAndReport: async (about, change) => report(about, await save(change)),
    report,
    dismissRefusal: (shown) => store.setState(({ refusals }) => ({ refusals: dropRefusal(refusals, shown) })),
    edit: (seen, data) => runThenReload(calls['outbox.edit']({ ...toSeen(seen), data })),
    retry: (number) => runThenReload(calls['outbox.retry']({ number })),
    discard: ({ number, version }) => runThenReload(calls['outbox.discard']({ number, version })),
    restore: (number) => runThenReload(calls['outbox.restore']({ number })),
    resolve: (seen, resolution) => runThenReload(calls['outbox.resolve']({ ...toSeen(seen), resolution })),
    show: visible.show,
    reset: () => {
      visible.reset();
      store.setState(INITIAL_STATE);
    },
  };
}
