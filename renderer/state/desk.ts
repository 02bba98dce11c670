import type { Bridge } from '#contract/api.ts';
import type { Kind } from '#contract/ids.ts';
import { safeCalls, type Calls } from './bridge.ts';
import { createBrowser } from './browser.ts';
import { listen, refetch, type Browsers, type Stores } from './events.ts';
import { createHealth } from './health.ts';
import { createOutbox } from './outbox.ts';
import { createPreferences } from './preferences.ts';
import { createSession, openAccount } from './session.ts';
import { createTotals } from './totals.ts';
import { createView } from './view.ts';

/** Everything the page knows, in stores of one job each. */
export interface Desk extends Stores {
  readonly calls: Calls;
  /** Asks for everything again, after the engine was away. */
  readonly reload: () => void;
  /** Begins to listen and to load; answers the function that ends it. */
  readonly start: () => () => void;
}

function createBrowsers(calls: Calls): Browsers {
  const refresh = (kind: Kind) => (id: string) => calls['records.refresh']({ kind, id });
  return {
    requisition: createBrowser(
      { list: calls['requisitions.list'], count: calls['requisitions.count'] },
      { get: calls['requisitions.get'], refresh: refresh('requisition') },
      {},
    ),
    form: createBrowser(
      { list: calls['forms.list'], count: calls['forms.count'] },
      { get: calls['forms.get'], refresh: refresh('form') },
      {},
    ),
    notification: createBrowser(
      { list: calls['notifications.list'], count: calls['notifications.count'] },
      { get: calls['notifications.get'], refresh: refresh('notification') },
      {},
    ),
  };
}

/** Builds the stores over the bridge. Nothing is asked for before `start`. */
export function createDesk(bridge: Bridge): Desk {
  const calls = safeCalls(bridge);
  const stores = {
    session: createSession(calls),
    health: createHealth(calls),
    totals: createTotals(calls),
    outbox: createOutbox(calls),
    preferences: createPreferences(calls),
    view: createView(),
    browsers: createBrowsers(calls),
  };

  function reload(): void {
    void stores.session.load();
    void stores.preferences.load();
    if (openAccount(stores.session.store.getState().accounts) !== null) refetch(stores);
  }

  return {
    calls,
    ...stores,
    reload,
    start: () => {
      const end = listen(bridge, stores, reload);
      reload();
      return end;
    },
  };
}
