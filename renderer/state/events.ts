import type { PreloadBridge, EventPayload } from '#contract/api.ts';
import type { Notification } from '#contract/notifications.ts';
import { KINDS } from '#contract/records.ts';
import type { ProcedureCalls } from './bridge.ts';
import { showPlace } from './show-place.ts';
import { getLastSyncTime } from './sync/health.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';

/** Reloads everything about the open account; the previous data stays on screen meanwhile. */
export function reloadScreenStores(stores: StoresReceivingEvents): void {
  const { browsers, worklist, pdf, directory, followUps, related } = stores;
  void stores.screenStates.load();
  stores.missing.invalidate();
  directory.invalidate();
  stores.nameSuggestions.invalidate();
  followUps.invalidate();
  related.invalidate();
  pdf.invalidate([]);
  worklist.invalidate();
  stores.completions.invalidate();
  stores.day.invalidate();
  for (const kind of KINDS) {
    browsers[kind].list.invalidate();
    browsers[kind].record.invalidate([]);
  }
}

/** Clears everything about the account that was open. */
export function resetScreenStores(stores: StoresReceivingEvents): void {
  const { browsers, worklist, editor, pdf, directory, followUps } = stores;
  stores.screenStates.reset();
  stores.toasts.reset();
  stores.handover.reset();
  stores.missing.reset();
  stores.unsavedInput.reset();
  editor.reset();
  stores.formEditor.reset();
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
  if (what === 'directory') {
    stores.directory.invalidate();
    stores.nameSuggestions.invalidate();
    stores.browsers.notification.list.invalidate();
  }
  if (what === 'snoozes') {
    stores.snoozes.setState((revision) => revision + 1, true);
    stores.browsers.notification.list.reloadNow();
    stores.inbox.views.invalidate();
  }
  if (what === 'followUps') stores.followUps.invalidate();
  if (what === 'missing' || what === 'followUps') stores.missing.invalidate();
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
  const { browsers, worklist, editor, pdf, related } = stores;
  return [
    events.changed(({ kind, ids }) => {
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
      stores.browsers[kind].list.reloadNow();
      if (kind === 'requisition') stores.worklist.dueReviews.reloadNow();
      if (kind === 'form') stores.completions.list.reloadNow();
    }
  });
}

/** Tries what failed without the connection again once it has returned. */
function retryAfterReturn({ health, pdf }: StoresReceivingEvents): () => void {
  return health.store.subscribe((now, before) => {
    const wasOffline = before.health !== null && before.health.connection !== 'online';
    if (wasOffline && now.health?.connection === 'online') pdf.retryUnreached();
  });
}

/** Forwards the bridge's events to the stores of the screens; returns the function that unsubscribes. */
export function forwardEventsToScreens(
  { on }: PreloadBridge,
  calls: ProcedureCalls,
  stores: StoresReceivingEvents,
): () => void {
  const { session, view } = stores;
  const endings = [
    on.health(({ account, missing }) => {
      // A late event of the previous account must not be applied to the current one.
      if (account === null || account === session.store.getState().accounts.current)
        stores.missing.adopt(missing);
    }),
    on.outbox(() => {
      stores.worklist.reviews.invalidate();
      stores.toasts.invalidate();
    }),
    reloadListsAfterSyncs(stores),
    retryAfterReturn(stores),
    ...listenForRecords(on, stores),
    on.reveal(({ notification }) => {
      view.go('notifications');
      if (notification !== null) stores.browsers.notification.open(notification);
    }),
    on.recordWindowClosed(() => void stores.screenStates.adoptInput()),
    on.showPlace((place) => showPlace(calls, stores, place)),
  ];
  return () => endings.forEach((end) => end());
}
