import type { AccountsState } from '#contract/accounts.ts';
import type { PreloadBridge, EventPayload } from '#contract/api.ts';
import type { Notification } from '#contract/notifications.ts';
import { KINDS } from '#contract/records.ts';
import type { ProcedureCalls } from './bridge.ts';
import { showPlace } from './show-place.ts';
import { getLastSyncTime } from './sync/health.ts';
import { getOpenAccountId } from './sync/session.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';

/** Reloads everything about the open account; the previous data stays on screen meanwhile. */
export function reloadStoresOfOpenAccount(stores: StoresReceivingEvents): void {
  const { health, totals, outbox, browsers, worklist, drafts, pdf, directory, followUps, related } = stores;
  void health.load();
  void stores.screenStates.load();
  outbox.invalidate();
  stores.home.invalidate();
  stores.charts.invalidate();
  stores.missing.invalidate();
  drafts.invalidate();
  directory.invalidate();
  stores.nameSuggestions.invalidate();
  followUps.invalidate();
  related.invalidate();
  pdf.invalidate([]);
  worklist.invalidate();
  stores.completions.invalidate();
  stores.day.invalidate();
  void stores.day.packs.load();
  for (const kind of KINDS) {
    totals.invalidate(kind);
    stores.todayAppointmentTimes.invalidate(kind);
    browsers[kind].list.invalidate();
    browsers[kind].record.invalidate([]);
  }
}

/** Clears everything about the account that was open. */
function resetAllStores(stores: StoresReceivingEvents): void {
  const { health, totals, outbox, browsers, worklist, editor, drafts, pdf, directory, followUps } = stores;
  stores.screenStates.reset();
  health.reset();
  outbox.reset();
  stores.toasts.reset();
  stores.home.reset();
  stores.charts.reset();
  stores.handover.reset();
  stores.missing.reset();
  stores.unsavedInput.reset();
  totals.reset();
  stores.todayAppointmentTimes.reset();
  editor.reset();
  stores.formEditor.reset();
  drafts.reset();
  directory.reset();
  stores.nameSuggestions.reset();
  followUps.reset();
  pdf.reset();
  worklist.reset();
  stores.formList.reset();
  stores.completions.reset();
  stores.inbox.reset();
  stores.recents.reset();
  stores.accessFilters.reset();
  stores.day.reset();
  for (const kind of KINDS) browsers[kind].reset();
}

/**
 * Returns a function that applies account changes to the stores. Another account clears everything, because
 * data of two accounts must never be mixed on screen. The same account after a restart of the engine keeps
 * its state.
 */
function createAccountFollower(stores: StoresReceivingEvents): (accounts: AccountsState) => void {
  const { recordWindow } = stores;
  let shown: string | null = null;
  return (accounts) => {
    // The frame shows the new account as soon as it begins to open, so the old account's records must be
    // cleared by then.
    const { current } = accounts;
    if (current !== shown) {
      resetAllStores(stores);
      // Keep the screen that the user chose while the first account was being opened.
      if (shown !== null && recordWindow === null) stores.view.go('home');
      if (recordWindow !== null) stores.browsers[recordWindow.kind].open(recordWindow.id);
      stores.history.reset();
      shown = current;
    }
    if (getOpenAccountId(accounts) !== null) reloadStoresOfOpenAccount(stores);
  };
}

/** Changes of local data that affect the rows or filters of the worklist. Views and due reviews depend on the first two. */
const WORKLIST_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  'directory',
  'followUps',
  'looks',
]);

/** Changes of local data that affect the rows of the list of forms. */
const FORM_LIST_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  ...WORKLIST_DATA,
  'completions',
]);
/** Local data that the queues of the home screen count. */
const COUNTED_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  'directory',
  'followUps',
  'completions',
  'formReminders',
]);
const REQUEST_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  'directory',
  'completions',
  'formReminders',
]);

/** Reloads what depends on local data that has changed. */
function reloadAfterLocalChange(
  { what, ids }: EventPayload<'localDataChanged'>,
  stores: StoresReceivingEvents,
): void {
  if (COUNTED_DATA.has(what)) stores.home.invalidate();
  if (what === 'directory') {
    stores.directory.invalidate();
    stores.nameSuggestions.invalidate();
    stores.browsers.notification.list.invalidate();
  }
  if (what === 'snoozes') {
    stores.snoozes.setState((revision) => revision + 1, true);
    stores.browsers.notification.list.reloadNow();
    stores.inbox.views.invalidate();
    stores.home.invalidate();
  }
  if (what === 'followUps') stores.followUps.invalidate();
  if (what === 'missing' || what === 'followUps') stores.missing.invalidate();
  if (what === 'drafts') stores.drafts.invalidate();
  if (what === 'ledger') stores.pdf.invalidate(ids);
  if (what === 'views')
    for (const { views } of [stores.worklist, stores.formList, stores.inbox, stores.completions])
      views.invalidate();
  reloadListsAfterLocalChange(what, stores);
}

/** Reloads the lists whose rows, filters or counts depend on local data that has changed. */
function reloadListsAfterLocalChange(
  what: EventPayload<'localDataChanged'>['what'],
  { browsers, worklist, completions }: StoresReceivingEvents,
): void {
  if (WORKLIST_DATA.has(what)) {
    browsers.requisition.list.invalidate();
    // To open a record counts nothing, unless a view asks for what has changed since.
    if (what === 'looks') worklist.views.invalidateChanged();
    else worklist.invalidate();
  }
  if (FORM_LIST_DATA.has(what)) browsers.form.list.invalidate();
  if (REQUEST_DATA.has(what)) completions.invalidate();
}

/** Reads the inbox again where it shows the patients of requisitions that have changed. */
function reloadPatientsOfInbox(
  { list, record }: StoresReceivingEvents['browsers']['notification'],
  changed: readonly string[],
): void {
  const isConcerned = ({ aboutKind, aboutId }: Pick<Notification, 'aboutKind' | 'aboutId'>): boolean =>
    aboutKind === 'requisition' && (changed.length === 0 || changed.includes(aboutId));
  if (list.store.getState().rows.some(isConcerned)) list.invalidate();
  const open = record.store.getState();
  if (open.phase === 'ready' && isConcerned(open.record)) record.invalidate([open.id]);
}

/** Subscribes to events about records, their PDFs and their local data. */
function listenForRecords(
  events: PreloadBridge['on'],
  stores: StoresReceivingEvents,
): readonly (() => void)[] {
  const { totals, browsers, worklist, editor, pdf, related } = stores;
  return [
    events.changed(({ kind, ids }) => {
      totals.invalidate(kind);
      stores.todayAppointmentTimes.invalidate(kind);
      stores.home.invalidate();
      stores.charts.invalidate();
      browsers[kind].list.invalidate();
      browsers[kind].record.invalidate(ids);
      related.invalidate();
      stores.day.invalidate();
      if (kind === 'notification') stores.inbox.views.invalidate();
      if (kind === 'form') {
        stores.formList.views.invalidate();
        stores.completions.invalidate();
        stores.formEditor.invalidate(ids);
      }
      if (kind !== 'requisition') return;
      reloadPatientsOfInbox(browsers.notification, ids);
      worklist.invalidate();
      editor.invalidate(ids);
      pdf.invalidate(ids);
    }),
    events.pdfs(({ items }) => {
      pdf.handleStatus(items);
      worklist.bulk.handlePdfStatus(items);
      stores.day.prepare.handlePdfStatus();
    }),
    events.localDataChanged((change) => reloadAfterLocalChange(change, stores)),
  ];
}

/**
 * Reloads each list after a sync of its kind, because a list from before the sync lacks what the sync
 * brought.
 */
function reloadListsAfterSyncs(stores: StoresReceivingEvents): () => void {
  return stores.health.store.subscribe((now, before) => {
    for (const kind of KINDS) {
      const at = getLastSyncTime(now.health, kind);
      if (at === null || at === getLastSyncTime(before.health, kind)) continue;
      stores.totals.invalidate(kind);
      stores.todayAppointmentTimes.invalidate(kind);
      stores.home.invalidate();
      stores.charts.invalidate();
      stores.browsers[kind].list.reloadNow();
      if (kind === 'requisition') stores.worklist.dueReviews.reloadNow();
      if (kind === 'form') stores.completions.list.reloadNow();
    }
  });
}

/** Forwards the bridge's events to the stores; returns the function that unsubscribes. */
export function forwardEvents(
  { on }: PreloadBridge,
  calls: ProcedureCalls,
  stores: StoresReceivingEvents,
  reload: () => void,
): () => void {
  const { session, health, outbox, preferences, totals, view } = stores;
  const follow = createAccountFollower(stores);
  const endings = [
    session.store.subscribe((now, before) => {
      const isOther = now.accounts.current !== before.accounts.current;
      if (isOther || getOpenAccountId(now.accounts) !== getOpenAccountId(before.accounts))
        follow(now.accounts);
    }),
    on.accounts(session.adopt),
    on.settings(preferences.adopt),
    on.updates(stores.updates.adopt),
    on.unread(({ count }) => totals.setUnread(count)),
    on.health((news) => {
      // A late event of the previous account must not be applied to the current one.
      const { current } = session.store.getState().accounts;
      if (news.account === null || news.account === current) {
        health.adopt(news);
        stores.missing.adopt(news.missing);
      }
    }),
    on.outbox((counts) => {
      health.adoptOutbox(counts);
      outbox.invalidate();
      stores.home.invalidate();
      stores.charts.invalidate();
      stores.worklist.reviews.invalidate();
      stores.toasts.invalidate();
    }),
    reloadListsAfterSyncs(stores),
    ...listenForRecords(on, stores),
    on.reveal(({ notification }) => {
      view.go('notifications');
      if (notification !== null) stores.browsers.notification.open(notification);
    }),
    on.recordWindowClosed(() => void stores.screenStates.adoptInput()),
    on.showPlace((place) => showPlace(calls, stores, place)),
    on.engine(({ state }) => {
      const before = session.store.getState().engine;
      session.setEngine(state);
      if (state === 'running' && before !== 'running') reload();
    }),
  ];
  return () => endings.forEach((end) => end());
}
