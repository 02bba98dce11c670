import type { AccountsState } from '#contract/account.ts';
import type { Bridge } from '#contract/api.ts';
import type { Form, FormFilter, FormRow } from '#contract/form.ts';
import { KINDS } from '#contract/ids.ts';
import type { Notification, NotificationFilter, NotificationRow } from '#contract/notification.ts';
import type { Requisition, RequisitionFilter, RequisitionRow } from '#contract/requisition.ts';
import type { Browser } from './browser.ts';
import type { HealthWatch } from './health.ts';
import type { Outbox } from './outbox.ts';
import type { Preferences } from './preferences.ts';
import { openAccount, type Session } from './session.ts';
import type { Totals } from './totals.ts';
import type { View } from './view.ts';

export interface Browsers {
  readonly requisition: Browser<RequisitionFilter, RequisitionRow, Requisition>;
  readonly form: Browser<FormFilter, FormRow, Form>;
  readonly notification: Browser<NotificationFilter, NotificationRow, Notification>;
}

/** The stores of the page, one job each. */
export interface Stores {
  readonly session: Session;
  readonly health: HealthWatch;
  readonly totals: Totals;
  readonly outbox: Outbox;
  readonly preferences: Preferences;
  readonly view: View;
  readonly browsers: Browsers;
}

/** Asks again for all that is known of the open account; what is shown stays until the answer is there. */
export function refetch({ health, totals, outbox, browsers }: Stores): void {
  void health.load();
  outbox.changed();
  for (const kind of KINDS) {
    totals.changed(kind);
    browsers[kind].list.changed();
    browsers[kind].record.changed([]);
  }
}

function forget({ health, totals, outbox, browsers }: Stores): void {
  health.reset();
  outbox.reset();
  totals.reset();
  for (const kind of KINDS) browsers[kind].reset();
}

/**
 * Follows the accounts. They are switched, never mixed: nothing of the one may stand on the screen of the
 * other. The same account that comes back after the engine was away keeps its place.
 */
function accountFollower(stores: Stores): (accounts: AccountsState) => void {
  let shown: string | null = null;
  return (accounts) => {
    const opened = openAccount(accounts);
    const isOther = opened !== null && opened !== shown;
    if (isOther || accounts.current === null) {
      forget(stores);
      shown = opened;
    }
    if (isOther) stores.view.go('requisitions');
    if (opened !== null) refetch(stores);
  };
}

/** Brings what the desk tells to the stores that show it; answers the function that ends it. */
export function listen({ on }: Bridge, stores: Stores, reload: () => void): () => void {
  const { session, health, totals, outbox, preferences, browsers } = stores;
  const follow = accountFollower(stores);
  const endings = [
    session.store.subscribe((now, before) => {
      if (openAccount(now.accounts) !== openAccount(before.accounts)) follow(now.accounts);
    }),
    on.accounts(session.adopt),
    on.settings(preferences.adopt),
    on.health((news) => {
      // A last word about the account before must not stand for the one that is open.
      const { current } = session.store.getState().accounts;
      if (news.account === null || news.account === current) health.adopt(news);
    }),
    on.outbox((counts) => {
      health.adoptOutbox(counts);
      outbox.changed();
    }),
    on.changed(({ kind, ids }) => {
      totals.changed(kind);
      browsers[kind].list.changed();
      browsers[kind].record.changed(ids);
    }),
    on.engine(({ state }) => {
      const before = session.store.getState().engine;
      session.setEngine(state);
      if (state === 'running' && before !== 'running') reload();
    }),
  ];
  return () => endings.forEach((end) => end());
}
