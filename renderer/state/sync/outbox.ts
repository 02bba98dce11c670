import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Input, Output } from '#contract/api.ts';
import type { PendingOperation, Quarantined, Resolution, AcknowledgedOperation } from '#contract/outbox.ts';
import { collect, type Place } from '#contract/paginate.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { Calls } from '../bridge.ts';
import { watched } from '../list/watched.ts';

/** Pending changes, sent changes and quarantined records, for the Activity screen. */
export interface OutboxState {
  /** Counts up whenever a write came, went or changed its state. */
  readonly revision: number;
  /** The revision as of which the lists were read; they are behind while it is another one. */
  readonly readRevision: number;
  /** Oldest first; null before the first answer. */
  readonly waiting: readonly PendingOperation[] | null;
  /** More wait than are shown. */
  readonly isCut: boolean;
  /** Newest first; null before the first answer. */
  readonly acknowledged: readonly AcknowledgedOperation[] | null;
  readonly quarantined: readonly Quarantined[];
  /** Why the last look failed; what is shown is from before. */
  readonly error: AppError | null;
  /** Why the last write that was asked for by a single press was not kept. */
  readonly refusal: AppError | null;
}

export interface Outbox {
  readonly store: StoreApi<OutboxState>;
  /** Keeps a write. Saved only when it answers null. */
  readonly save: (write: Input<'writes.save'>) => Promise<AppError | null>;
  /** The same; returns the number, by which it can be discarded before it is sent. */
  readonly saveNumbered: (write: Input<'writes.save'>) => Promise<Result<Output<'writes.save'>>>;
  /** The same for a single press without an editor: an error is shown in a banner until it is dismissed. */
  readonly press: (write: Input<'writes.save'>) => Promise<void>;
  /** Shows in a banner why a change was not saved; null clears it. */
  readonly report: (refusal: AppError | null) => void;
  readonly dismissRefusal: () => void;
  readonly edit: (number: number, data: Readonly<Record<string, unknown>>) => Promise<AppError | null>;
  readonly retry: (number: number) => Promise<AppError | null>;
  readonly discard: (number: number) => Promise<AppError | null>;
  readonly resolve: (number: number, resolution: Resolution) => Promise<AppError | null>;
  /** Changes were added, removed or updated: reloads now, or when the screen is shown next. */
  readonly changed: () => void;
  /** Shows the outbox; returns the function that hides it. */
  readonly show: () => () => void;
  readonly reset: () => void;
}

const GAP_MS = 500;
const PAGE = 200;
const MAX_PAGES = 10;
const MAX_ACKNOWLEDGED = 200;

const NOTHING: OutboxState = {
  revision: 0,
  readRevision: -1,
  waiting: null,
  isCut: false,
  acknowledged: null,
  quarantined: [],
  error: null,
  refusal: null,
};

/** All pending changes, in pages, up to a safety limit. */
function everythingWaiting(calls: Calls): Promise<Result<Output<'outbox.list'>>> {
  const ask = (place: Place<number>) => calls['outbox.list']({ limit: PAGE, ...place });
  return collect(ask, { pages: MAX_PAGES });
}

/** The store of the Activity screen: pending changes, sent changes, quarantined records. */
async function everything(calls: Calls): Promise<Partial<OutboxState>> {
  const [waiting, acknowledged, quarantined] = await Promise.all([
    everythingWaiting(calls),
    calls['outbox.acknowledged']({ limit: MAX_ACKNOWLEDGED }),
    calls['quarantine.list']({}),
  ]);
  if (!waiting.ok) return { error: waiting.error };
  const failed = [acknowledged, quarantined].find(({ ok: isRead }) => !isRead);
  return {
    waiting: waiting.value.items,
    isCut: waiting.value.next !== null,
    ...(acknowledged.ok ? { acknowledged: acknowledged.value.items } : {}),
    ...(quarantined.ok ? { quarantined: quarantined.value.items } : {}),
    error: failed === undefined || failed.ok ? null : failed.error,
  };
}

async function getProblem(answer: Promise<Result<unknown>>): Promise<AppError | null> {
  const result = await answer;
  return result.ok ? null : result.error;
}

/**
 * The outbox of the open account. Its truth is the engine's; this only asks.
 * @param onActed the user has just saved, changed or decided something: what is on screen follows without a pause
 */
export function createOutbox(calls: Calls, onActed: () => void = () => {}): Outbox {
  const store = createStore<OutboxState>(() => NOTHING);
  const look = watched(async (isWanted) => {
    const { revision } = store.getState();
    const news = await everything(calls);
    if (isWanted()) store.setState({ ...news, ...(news.error === null ? { readRevision: revision } : {}) });
  }, GAP_MS);

  function changed(): void {
    store.setState(({ revision }) => ({ revision: revision + 1 }));
    look.changed();
  }

  /** The engine tells of every change; asking at once spares the person the wait for it. */
  async function acted(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const problem = await getProblem(answer);
    changed();
    onActed();
    return problem;
  }
  const report = (refusal: AppError | null): void => store.setState({ refusal });
  const save = (write: Input<'writes.save'>): Promise<AppError | null> => acted(calls['writes.save'](write));

  return {
    store,
    changed,
    save,
    saveNumbered: async (write) => {
      const saved = await calls['writes.save'](write);
      changed();
      // A change that can be undone keeps its row for a moment: the next key meets the list as the user sees it.
      if (write.holdMs === undefined) onActed();
      return saved;
    },
    press: async (write) => report(await save(write)),
    report,
    dismissRefusal: () => report(null),
    edit: (number, data) => acted(calls['outbox.edit']({ number, data })),
    retry: (number) => acted(calls['outbox.retry']({ number })),
    discard: (number) => acted(calls['outbox.discard']({ number })),
    resolve: (number, resolution) => acted(calls['outbox.resolve']({ number, resolution })),
    show: look.show,
    reset: () => {
      look.reset();
      store.setState(NOTHING);
    },
  };
}
