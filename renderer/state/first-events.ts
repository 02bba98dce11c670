import type { AccountsState } from '#contract/accounts.ts';
import type { PreloadBridge, EventPayload } from '#contract/api.ts';
import { KINDS } from '#contract/records.ts';
import type { FirstStoresReceivingEvents, ScreenStoresOfAccount } from './first-stores-receiving-events.ts';
import { getLastSyncTime } from './sync/health.ts';
import { getOpenAccountId } from './sync/session.ts';

/** What events need besides the stores. */
interface EventDeps {
  /** Returns the stores of the screens; null until they exist. */
  readonly getScreens: () => ScreenStoresOfAccount | null;
  /** Reloads everything after the engine has restarted. */
  readonly reload: () => void;
}

/** Reloads what the first stores know of the open account; the previous data stays on screen meanwhile. */
export function reloadFirstStoresOfOpenAccount(stores: FirstStoresReceivingEvents): void {
  void stores.health.load();
  void stores.homeState.load();
  stores.outbox.invalidate();
  stores.home.invalidate();
  stores.charts.invalidate();
  stores.drafts.invalidate();
  void stores.packSchedule.load();
  for (const kind of KINDS) {
    stores.totals.invalidate(kind);
    stores.todayAppointmentTimes.invalidate(kind);
  }
}

/** Clears what the first stores know of the account that was open. */
function resetFirstStores(stores: FirstStoresReceivingEvents): void {
  stores.homeState.reset();
  stores.health.reset();
  stores.outbox.reset();
  stores.failedAction.dismiss();
  stores.view.leaveAccount();
  stores.home.reset();
  stores.charts.reset();
  stores.totals.reset();
  stores.todayAppointmentTimes.reset();
  stores.drafts.reset();
  stores.packSchedule.reset();
}

/**
 * Returns a function that applies account changes to all stores. Another account clears everything, because
 * data of two accounts must never be mixed on screen. The same account after a restart of the engine keeps
 * its state.
 */
function createAccountFollower(
  stores: FirstStoresReceivingEvents,
  getScreens: EventDeps['getScreens'],
): (accounts: AccountsState) => void {
  let shown: string | null = null;
  return (accounts) => {
    const screens = getScreens();
    // The frame shows the new account as soon as it begins to open, so the old account's records must be
    // cleared by then.
    const { current } = accounts;
    if (current !== shown) {
      resetFirstStores(stores);
      screens?.reset();
      // Keep the screen that the user chose while the first account was being opened.
      if (shown !== null && stores.recordWindow === null) stores.view.go('home');
      screens?.begin();
      shown = current;
    }
    if (getOpenAccountId(accounts) === null) return;
    reloadFirstStoresOfOpenAccount(stores);
    screens?.reload();
  };
}

/** Local data that the queues of the home screen count. */
const COUNTED_DATA: ReadonlySet<EventPayload<'localDataChanged'>['what']> = new Set([
  'directory',
  'followUps',
  'completions',
  'formReminders',
  'snoozes',
]);

/** Counts again after each sync of a kind, because a number from before the sync lacks what the sync brought. */
function countAfterSyncs({
  health,
  totals,
  todayAppointmentTimes,
  home,
  charts,
}: FirstStoresReceivingEvents): () => void {
  return health.store.subscribe((now, before) => {
    for (const kind of KINDS) {
      const at = getLastSyncTime(now.health, kind);
      if (at === null || at === getLastSyncTime(before.health, kind)) continue;
      totals.invalidate(kind);
      todayAppointmentTimes.invalidate(kind);
      home.invalidate();
      charts.invalidate();
    }
  });
}

/** Forwards the bridge's events to the first stores; returns the function that unsubscribes. */
export function forwardEventsToFirstStores(
  { on }: PreloadBridge,
  stores: FirstStoresReceivingEvents,
  { getScreens, reload }: EventDeps,
): () => void {
  const { session, health, outbox, preferences, totals, todayAppointmentTimes, home, charts } = stores;
  const follow = createAccountFollower(stores, getScreens);
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
      if (news.account === null || news.account === session.store.getState().accounts.current)
        health.adopt(news);
    }),
    on.outbox((counts) => {
      health.adoptOutbox(counts);
      outbox.invalidate();
      home.invalidate();
      charts.invalidate();
    }),
    countAfterSyncs(stores),
    on.changed(({ kind }) => {
      totals.invalidate(kind);
      todayAppointmentTimes.invalidate(kind);
      home.invalidate();
      charts.invalidate();
    }),
    on.localDataChanged(({ what }) => {
      if (COUNTED_DATA.has(what)) home.invalidate();
      if (what === 'drafts') stores.drafts.invalidate();
    }),
    on.engine(({ state }) => {
      const before = session.store.getState().engine;
      session.setEngine(state);
      if (state === 'running' && before !== 'running') reload();
    }),
  ];
  return () => endings.forEach((end) => end());
}
