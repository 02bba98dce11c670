import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallInput } from '#contract/api.ts';
import {
  formatCompletionRequestKey,
  type CompletionRequestCounts,
  type CompletionRequestRow,
} from '#contract/completion-requests.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { exportTable } from '../export-table.ts';
import { createThrottledRevisionCounter, type RevisionCounter } from '../revision-counter.ts';
import type { ScrollPosition } from '../list/list-and-record.ts';
import { createListStore } from '../list/list.ts';
import type { GetSyncTime } from '../list/window-reads.ts';
import { createCurrentRowMover } from '../list/row-moves.ts';
import {
  createListSourceWithCounts,
  NO_COUNTS,
  createQueryUpdater,
  type ListSourceWithCounts,
  type SearchableListStore,
} from '../list/query-list.ts';
import {
  getCountsKeyOfRequests,
  OPEN_REQUESTS_QUERY,
  toCompletionRequestFilter,
  type CompletionRequestQuery,
} from './completion-request-query.ts';
import { createSavedViewsStore, type SavedViewsStore } from '../list/saved-views.ts';
import type { OutboxStore, SeenChange } from '../sync/outbox.ts';

/**
 * Returns the patient ids in a field of a change; empty if the field contains something else.
 * @param side whose value of the field: that of the user, or that of the service
 */
export function listPatientsInField(
  { fields }: Pick<PendingChange, 'fields'>,
  name: 'ask' | 'withdraw',
  side: 'mine' | 'theirs' = 'mine',
): readonly string[] {
  const json = fields.find(({ field }) => field === name)?.[side] ?? null;
  const value: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** An unsent request or withdrawal for one patient and one form. */
interface UnsentRequest {
  readonly form: string;
  readonly patient: string;
  readonly action: 'ask' | 'withdraw';
}

/** How to undo an unsent request or withdrawal: replace or discard the change that contains it. */
export interface UnsentRequestUndoPlan {
  readonly change: SeenChange;
  /** The change's data without it; null if nothing is left, so the change is discarded. */
  readonly data: Readonly<Record<'ask' | 'withdraw', readonly string[]>> | null;
}

/**
 * Finds the newest unsent change that contains the request or withdrawal, and its data without it.
 * @param changes the unsent changes of the form, oldest first
 * @returns null if no unsent change contains it, because it was sent
 */
export function planUnsentRequestUndo(
  changes: readonly PendingChange[],
  { patient, action }: Omit<UnsentRequest, 'form'>,
): UnsentRequestUndoPlan | null {
  const change = changes.findLast(
    (each) => each.operation === 'forms.completion' && listPatientsInField(each, action).includes(patient),
  );
  if (change === undefined) return null;
  const others = (name: 'ask' | 'withdraw'): readonly string[] =>
    listPatientsInField(change, name).filter((each) => name !== action || each !== patient);
  const data = { ask: others('ask'), withdraw: others('withdraw') };
  return { change, data: data.ask.length + data.withdraw.length === 0 ? null : data };
}

/** A completion request as a row. The same patient may have been asked for the same form several times. */
export interface CompletionRequestListRow extends CompletionRequestRow {
  readonly id: string;
}

/** The requests to patients, over all forms. The text of the search is part of a name or an id; empty for all. */
export interface CompletionRequestsStore
  extends SearchableListStore<CompletionRequestQuery, CompletionRequestListRow, CompletionRequestCounts> {
  /** Opening a request opens its form, so this list never has an open record. */
  readonly currentRow: StoreApi<{ readonly selected: string | null; readonly opened: false }>;
  readonly anchor: { current: ScrollPosition | null };
  readonly views: SavedViewsStore<CompletionRequestQuery>;
  /** Increments when requests, their reminders or their forms changed, so that views of them reload. */
  readonly revision: RevisionCounter;
  readonly select: (id: string) => void;
  /** Moves the current row by this number of rows, down if positive, or to the end (`Infinity`, `-Infinity`). */
  readonly move: (positions: number) => Promise<void>;
  /** Selects the first request that is not before a time, in an order by time; the last where all are before it. */
  readonly moveToTime: (time: EpochMs) => Promise<void>;
  /** The selected request; null if none. */
  readonly selected: () => CompletionRequestListRow | null;
  /** Saves the completion requests of the list as a table where the user chooses. Returns its path, or null where the user cancelled the dialog. */
  readonly exportFound: () => Promise<Result<string | null>>;
  /** Saves or removes a local reminder. Returns null on success. */
  readonly remind: (reminder: CallInput<'completions.remind'>) => Promise<AppError | null>;
  /** Discards an unsent request or withdrawal. If it is being sent, a banner says so. */
  readonly undoUnsent: (request: UnsentRequest) => Promise<void>;
  readonly invalidate: () => void;
  readonly reset: () => void;
}

/** Returns the number of requests in a tab from the list's counts. */
export function getCompletionRequestTabCount(
  { open, due, ended }: CompletionRequestCounts,
  show: CompletionRequestQuery['show'],
): number {
  return { open, due, ended, all: open + ended }[show];
}

function exportFound(calls: ProcedureCalls, query: CompletionRequestQuery): Promise<Result<string | null>> {
  const { show, order } = query;
  // An age in days becomes a time once, so that all pieces are of the same list.
  const filter = { ...toCompletionRequestFilter(query), show };
  return exportTable<string>(calls, 'completion-requests.csv', (place) =>
    calls['completions.export']({ filter, order, ...place }),
  );
}

function createSource(
  calls: ProcedureCalls,
): ListSourceWithCounts<CompletionRequestQuery, CompletionRequestListRow, CompletionRequestCounts> {
  return createListSourceWithCounts({
    page: async (query, window, signal) => {
      const { show, order } = query;
      const filter = { ...toCompletionRequestFilter(query), show };
      const page = await calls['completions.page']({ ...window, filter, order }, signal);
      if (!page.ok) return page;
      const items = page.value.items.map((row) => ({ ...row, id: formatCompletionRequestKey(row) }));
      return ok({ ...page.value, items });
    },
    counts: (query, signal) =>
      calls['completions.counts']({ filter: toCompletionRequestFilter(query) }, signal),
    getCount: (counts, { show }) => getCompletionRequestTabCount(counts, show),
    getCountsKey: getCountsKeyOfRequests,
  });
}

type OutboxActions = Pick<OutboxStore, 'edit' | 'discard' | 'report'>;

async function undoUnsent(
  calls: ProcedureCalls,
  outbox: OutboxActions,
  { form, ...request }: UnsentRequest,
): Promise<void> {
  const about = `request ${form} ${request.patient}`;
  const waiting = await calls['outbox.list']({ of: { kind: 'form', id: form } });
  if (!waiting.ok) return outbox.report(about, waiting.error);
  const undoing = planUnsentRequestUndo(waiting.value.items, request);
  if (undoing === null) return;
  const { change, data } = undoing;
  outbox.report(about, data === null ? await outbox.discard(change) : await outbox.edit(change, data));
}

const NO_CURRENT_ROW = { selected: null, opened: false } as const;

/** Creates the memory of the scroll position, which belongs to one query. */
function createAnchor({ store }: CompletionRequestsStore['list']): CompletionRequestsStore['anchor'] {
  const anchor: CompletionRequestsStore['anchor'] = { current: null };
  store.subscribe((now, before) => {
    if (now.filter !== before.filter) anchor.current = null;
  });
  return anchor;
}

/** Creates the current row of the list. */
function createCurrentRow(list: CompletionRequestsStore['list']) {
  const currentRow: CompletionRequestsStore['currentRow'] = createStore(() => NO_CURRENT_ROW);
  const select = (selected: string | null): void => currentRow.setState({ selected });
  const moves = createCurrentRowMover(list, { getSelected: () => currentRow.getState().selected, select });
  const { cancel, move, moveToTime, selectFirst } = moves;
  return { currentRow, select, cancel, move, moveToTime, selectFirst: () => void selectFirst() };
}

function createRequestViews(calls: ProcedureCalls): CompletionRequestsStore['views'] {
  return createSavedViewsStore({
    calls,
    screen: 'completion-requests',
    builtIn: [],
    count: async (query, signal) => {
      const counted = await calls['completions.counts']({ filter: toCompletionRequestFilter(query) }, signal);
      return counted.ok ? ok(getCompletionRequestTabCount(counted.value, query.show)) : counted;
    },
  });
}

/** Creates the store of completion requests. */
export function createCompletionRequestsStore(
  calls: ProcedureCalls,
  outbox: OutboxActions,
  syncedAt: GetSyncTime,
): CompletionRequestsStore {
  const source = createSource(calls);
  const { counts } = source;
  const list = createListStore(source, OPEN_REQUESTS_QUERY, syncedAt);
  const updateQuery = createQueryUpdater(list);
  const { cancel, ...current } = createCurrentRow(list);
  const revision = createThrottledRevisionCounter();
  const views = createRequestViews(calls);
  return {
    kind: 'form',
    list,
    counts,
    countAll: (known) => getCompletionRequestTabCount(known, 'all'),
    getCountsKey: getCountsKeyOfRequests,
    updateQuery,
    search: (text) => updateQuery({ text }),
    ...current,
    anchor: createAnchor(list),
    revision,
    views,
    selected: () =>
      list.store.getState().rows.find(({ id }) => id === current.currentRow.getState().selected) ?? null,
    exportFound: () => exportFound(calls, list.store.getState().filter),
    remind: async (reminder) => {
      const answer = await calls['completions.remind'](reminder);
      return answer.ok ? null : answer.error;
    },
    undoUnsent: async (request) => {
      await undoUnsent(calls, outbox, request);
      list.invalidate();
      revision.invalidate();
    },
    invalidate: () => {
      list.invalidate();
      revision.invalidate();
      views.invalidate();
    },
    reset: () => {
      views.reset();
      cancel();
      current.select(null);
      counts.setState(NO_COUNTS);
      list.reset();
    },
  };
}
