import type { AccountsState } from '#contract/account.ts';
import type { Bridge } from '#contract/api.ts';
import type { Form, FormFilter, FormRow } from '#contract/form.ts';
import { KINDS } from '#contract/ids.ts';
import type { Notification, NotificationFilter, NotificationRow } from '#contract/notification.ts';
import type { Requisition, RequisitionFilter, RequisitionRow } from '#contract/requisition.ts';
import { safeCalls, type Calls } from './bridge.ts';
import { createBrowser, type Browser } from './browser.ts';
import { createHealth, type HealthWatch } from './health.ts';
import { createPreferences, type Preferences } from './preferences.ts';
import { createSession, openAccount, type Session } from './session.ts';
import { createTotals, type Totals } from './totals.ts';
import { createView, type View } from './view.ts';

export interface Browsers {
  readonly requisition: Browser<RequisitionFilter, RequisitionRow, Requisition>;
  readonly form: Browser<FormFilter, FormRow, Form>;
  readonly notification: Browser<NotificationFilter, NotificationRow, Notification>;
}

/** Everything the page knows, in stores of one job each. */
export interface Desk {
  readonly calls: Calls;
  readonly session: Session;
  readonly health: HealthWatch;
  readonly totals: Totals;
  readonly preferences: Preferences;
  readonly view: View;
  readonly browsers: Browsers;
  /** Asks for everything again, after the engine was away. */
  readonly reload: () => void;
  /** Begins to listen and to load; answers the function that ends it. */
  readonly start: () => () => void;
}

function createBrowsers(calls: Calls): Browsers {
  return {
    requisition: createBrowser(
      { list: calls['requisitions.list'], count: calls['requisitions.count'] },
      calls['requisitions.get'],
      {},
    ),
    form: createBrowser({ list: calls['forms.list'], count: calls['forms.count'] }, calls['forms.get'], {}),
    notification: createBrowser(
      { list: calls['notifications.list'], count: calls['notifications.count'] },
      calls['notifications.get'],
      {},
    ),
  };
}

/** Builds the stores over the bridge and wires what the desk tells to those who show it. */
export function createDesk(bridge: Bridge): Desk {
  const calls = safeCalls(bridge);
  const session = createSession(calls);
  const health = createHealth(calls);
  const totals = createTotals(calls);
  const preferences = createPreferences(calls);
  const view = createView();
  const browsers = createBrowsers(calls);

  function refetch(): void {
    void health.load();
    for (const kind of KINDS) {
      totals.changed(kind);
      browsers[kind].list.changed();
      browsers[kind].record.changed([]);
    }
  }

  let shownAccount: string | null = null;

  // Accounts are switched, never mixed: nothing of the one may stand on the screen of the other. The same
  // account that comes back after the engine was away keeps its place.
  function follow(accounts: AccountsState): void {
    const opened = openAccount(accounts);
    const isOther = opened !== null && opened !== shownAccount;
    if (isOther || accounts.current === null) {
      health.reset();
      totals.reset();
      for (const kind of KINDS) browsers[kind].reset();
    }
    if (isOther) view.go('requisitions');
    if (opened !== null) refetch();
    if (isOther || accounts.current === null) shownAccount = opened;
  }

  function reload(): void {
    void session.load();
    void preferences.load();
    if (openAccount(session.store.getState().accounts) !== null) refetch();
  }

  function listen(): readonly (() => void)[] {
    return [
      session.store.subscribe((now, before) => {
        if (openAccount(now.accounts) !== openAccount(before.accounts)) follow(now.accounts);
      }),
      bridge.on.accounts(session.adopt),
      bridge.on.settings(preferences.adopt),
      bridge.on.health((news) => {
        const { current } = session.store.getState().accounts;
        if (news.account === null || news.account === current) health.adopt(news);
      }),
      bridge.on.changed(({ kind, ids }) => {
        totals.changed(kind);
        browsers[kind].list.changed();
        browsers[kind].record.changed(ids);
      }),
      bridge.on.engine(({ state }) => {
        const before = session.store.getState().engine;
        session.setEngine(state);
        if (state === 'running' && before !== 'running') reload();
      }),
    ];
  }

  return {
    calls,
    session,
    health,
    totals,
    preferences,
    view,
    browsers,
    reload,
    start: () => {
      const endings = listen();
      reload();
      return () => endings.forEach((end) => end());
    },
  };
}
