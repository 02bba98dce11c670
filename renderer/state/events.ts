import type { AccountsState } from '#contract/accounts.ts';
import type { PreloadBridge, EventPayload } from '#contract/api.ts';
import { KINDS } from '#contract/records.ts';
import type { ComputerStore } from './computer.ts';
import type { DayStore } from './day/day.ts';
import type { DirectoryStore } from './directory.ts';
import type { NameSuggestionsStore } from './name-suggestions.ts';
import type { FollowUpsStore, RevisionCounter } from './follow-ups.ts';
import type { FormActionsStore } from './forms/form-actions.ts';
import type { FormBrowser, FormList } from './forms/list.ts';
import type { FormEditor } from './forms/draft.ts';
import type { CompletionRequestsStore } from './forms/completion-requests.ts';
import type { DraftsStore } from './editor/draft-storage.ts';
import { getLastSyncTime, type HealthStore } from './sync/health.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { InboxBrowser } from './inbox/inbox-query.ts';
import type { ChartsStore } from './home/charts.ts';
import type { HandoverStore } from './home/handover.ts';
import type { IntroductionStore } from './introduction.ts';
import type { HomeStore } from './home/home.ts';
import type { MissingRecordsStore } from './sync/missing.ts';
import type { OutboxStore } from './sync/outbox.ts';
import type { RecentsStore } from './recents.ts';
import type { RecordPdfStore } from './pdfs/pdf.ts';
import type { PreferencesStore } from './preferences.ts';
import type { RequisitionEditor } from './requisitions/draft.ts';
import { getOpenAccountId, type SessionStore } from './sync/session.ts';
import type { RecordTotals } from './list/totals.ts';
import type { UpdatesStore } from './updates.ts';
import type { NavigationStore } from './view.ts';
import type { WriteEditsStore } from './sync/write-edits.ts';
import type { Worklist, WorklistBrowser } from './requisitions/list.ts';

export interface RecordBrowsers {
  readonly requisition: WorklistBrowser;
  readonly form: FormBrowser;
  readonly notification: InboxBrowser;
}

/** The stores of the page. */
export interface AllStores {
  readonly session: SessionStore;
  readonly health: HealthStore;
  readonly totals: RecordTotals;
  readonly outbox: OutboxStore;
  readonly home: HomeStore;
  readonly charts: ChartsStore;
  readonly handover: HandoverStore;
  readonly missing: MissingRecordsStore;
  readonly writeEdits: WriteEditsStore;
  readonly preferences: PreferencesStore;
  readonly computer: ComputerStore;
  readonly view: NavigationStore;
  readonly browsers: RecordBrowsers;
  readonly worklist: Worklist;
  readonly formList: FormList;
  readonly completions: CompletionRequestsStore;
  readonly inbox: Inbox;
  readonly day: DayStore;
  readonly editor: RequisitionEditor;
  readonly formEditor: FormEditor;
  readonly formActions: FormActionsStore;
  readonly drafts: DraftsStore;
  readonly pdf: RecordPdfStore;
  readonly directory: DirectoryStore;
  readonly nameSuggestions: NameSuggestionsStore;
  readonly followUps: FollowUpsStore;
  readonly related: RevisionCounter;
  readonly updates: UpdatesStore;
  readonly recents: RecentsStore;
  readonly introduction: IntroductionStore;
}

/** Reloads everything about the open account; the previous data stays on screen meanwhile. */
export function reloadAllStores(stores: AllStores): void {
  const { health, totals, outbox, browsers, worklist, drafts, pdf, directory, followUps, related } = stores;
  void health.load();
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
  for (const kind of KINDS) {
    totals.invalidate(kind);
    browsers[kind].list.invalidate();
    browsers[kind].record.invalidate([]);
  }
}

/** Clears everything about the account that was open. */
function resetAllStores(stores: AllStores): void {
  const { health, totals, outbox, browsers, worklist, editor, drafts, pdf, directory, followUps } = stores;
  health.reset();
  outbox.reset();
  stores.home.reset();
  stores.charts.reset();
  stores.handover.reset();
  stores.missing.reset();
  stores.writeEdits.reset();
  totals.reset();
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
  stores.day.reset();
  for (const kind of KINDS) browsers[kind].reset();
}

/**
 * Returns a function that applies account changes to the stores. Another account clears everything, because
 * data of two accounts must never be mixed on screen. The same account after a restart of the engine keeps
 * its state.
 */
function createAccountFollower(stores: AllStores): (accounts: AccountsState) => void {
  let shown: string | null = null;
  return (accounts) => {
    // The frame shows the new account as soon as it begins to open, so the old account's records must be
    // cleared by then.
    const { current } = accounts;
    if (current !== shown) {
      resetAllStores(stores);
      // Keep the screen that the user chose while the first account was being opened.
      if (shown !== null) stores.view.go('home');
      shown = current;
    }
    if (getOpenAccountId(accounts) !== null) reloadAllStores(stores);
  };
}

/** Changes of local data that affect the rows or filters of the worklist. */
const WORKLIST_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  'directory',
  'followUps',
  'looks',
]);

/** Changes of local data that affect the rows of the list of forms. */
const FORM_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
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

/** Subscribes to events about records, their PDFs and their local data. */
function listenForRecords(on: PreloadBridge['on'], stores: AllStores): readonly (() => void)[] {
  const { totals, browsers, worklist, editor, drafts, pdf, directory, followUps, related } = stores;
  return [
    on.changed(({ kind, ids }) => {
      totals.invalidate(kind);
      stores.home.invalidate();
      stores.charts.invalidate();
      browsers[kind].list.invalidate();
      browsers[kind].record.invalidate(ids);
      related.invalidate();
      stores.day.invalidate();
      if (kind === 'form') {
        stores.completions.invalidate();
        stores.formEditor.invalidate(ids);
      }
      if (kind !== 'requisition') return;
      worklist.invalidate();
      editor.invalidate(ids);
      pdf.invalidate(ids);
    }),
    on.pdfs(({ items }) => {
      pdf.handleStatus(items);
      worklist.bulk.handlePdfStatus(items);
      stores.day.prepare.handlePdfStatus();
    }),
    on.localDataChanged(({ what, ids }) => {
      if (COUNTED_DATA.has(what)) stores.home.invalidate();
      if (what === 'directory') {
        directory.invalidate();
        stores.nameSuggestions.invalidate();
        browsers.notification.list.invalidate();
      }
      if (what === 'followUps') followUps.invalidate();
      if (what === 'missing' || what === 'followUps') stores.missing.invalidate();
      if (what === 'drafts') drafts.invalidate();
      if (what === 'ledger') pdf.invalidate(ids);
      if (what === 'views') worklist.views.invalidate();
      if (WORKLIST_DATA.has(what)) {
        browsers.requisition.list.invalidate();
        worklist.invalidate();
      }
      if (FORM_DATA.has(what)) browsers.form.list.invalidate();
      if (REQUEST_DATA.has(what)) stores.completions.invalidate();
    }),
  ];
}

/**
 * Reloads each list after a sync of its kind, because a list from before the sync lacks what the sync
 * brought.
 */
function reloadListsAfterSyncs(stores: AllStores): () => void {
  return stores.health.store.subscribe((now, before) => {
    for (const kind of KINDS) {
      const at = getLastSyncTime(now.health, kind);
      if (at === null || at === getLastSyncTime(before.health, kind)) continue;
      stores.totals.invalidate(kind);
      stores.home.invalidate();
      stores.charts.invalidate();
      stores.browsers[kind].list.reloadNow();
      if (kind === 'requisition') stores.worklist.dueReviews.reloadNow();
      if (kind === 'form') stores.completions.list.reloadNow();
    }
  });
}

/** Forwards the bridge's events to the stores; returns the function that unsubscribes. */
export function forwardEvents({ on }: PreloadBridge, stores: AllStores, reload: () => void): () => void {
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
    }),
    reloadListsAfterSyncs(stores),
    ...listenForRecords(on, stores),
    on.reveal(({ notification }) => {
      view.go('notifications');
      if (notification !== null) stores.browsers.notification.open(notification);
    }),
    on.engine(({ state }) => {
      const before = session.store.getState().engine;
      session.setEngine(state);
      if (state === 'running' && before !== 'running') reload();
    }),
  ];
  return () => endings.forEach((end) => end());
}
