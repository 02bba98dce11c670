import type { Bridge } from '#contract/api.ts';
import type { Kind } from '#contract/ids.ts';
import { safeCalls, type Calls } from './bridge.ts';
import { createBrowser } from './browser.ts';
import { createEditor } from './draft-editor.ts';
import { createDrafts } from './draft-list.ts';
import { listen, refetch, type Browsers, type Stores } from './events.ts';
import { createDirectory } from './directory.ts';
import { createFollowUps } from './follow-ups.ts';
import { createHealth } from './health.ts';
import { createOutbox } from './outbox.ts';
import { createPaper } from './paper.ts';
import { createPreferences } from './preferences.ts';
import { createRelated } from './related.ts';
import { createSession, openAccount, ownUserId } from './session.ts';
import { createTotals } from './totals.ts';
import { createView } from './view.ts';
import { createWorklistSource, queryReader, WHOLE_WORKLIST, type WorklistSource } from './worklist-query.ts';
import { createWorklist } from './worklist.ts';

/** Everything the page knows, in stores of one job each. */
export interface Desk extends Stores {
  readonly calls: Calls;
  /** Asks for everything again, after the engine was away. */
  readonly reload: () => void;
  /** Begins to listen and to load; answers the function that ends it. */
  readonly start: () => () => void;
}

function createBrowsers(calls: Calls, worklist: WorklistSource): Browsers {
  const refresh = (kind: Kind) => (id: string) => calls['records.refresh']({ kind, id });
  return {
    requisition: createBrowser(
      worklist,
      { get: calls['requisitions.get'], refresh: refresh('requisition') },
      WHOLE_WORKLIST,
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
  const session = createSession(calls);
  const preferences = createPreferences(calls);
  const outbox = createOutbox(calls);
  const zone = (): string => preferences.store.getState().settings.timeZone;
  const userId = (): string | null => ownUserId(session.store.getState().accounts);
  const read = queryReader(zone);
  const source = createWorklistSource(calls, read);
  const browsers = createBrowsers(calls, source);
  const browser = browsers.requisition;
  const stores = {
    session,
    preferences,
    outbox,
    health: createHealth(calls),
    totals: createTotals(calls),
    view: createView(),
    browsers,
    worklist: createWorklist({ calls, outbox, browser, source, read, reviewer: userId }),
    drafts: createDrafts(calls),
    paper: createPaper(calls),
    directory: createDirectory(calls),
    followUps: createFollowUps(calls),
    related: createRelated(),
    editor: createEditor({
      calls,
      onSaved: outbox.changed,
      context: () => ({ userId: userId(), zone: zone() }),
    }),
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
