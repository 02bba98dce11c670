import type { AccountsState } from '#contract/account.ts';
import type { Bridge, EventPayload } from '#contract/api.ts';
import type { Form, FormFilter, FormRow } from '#contract/form.ts';
import { KINDS } from '#contract/ids.ts';
import type { Notification, NotificationFilter, NotificationRow } from '#contract/notification.ts';
import type { Browser } from './browser.ts';
import type { Editor } from './draft-editor.ts';
import type { Directory } from './directory.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Drafts } from './draft-list.ts';
import type { HealthWatch } from './health.ts';
import type { Outbox } from './outbox.ts';
import type { OpenPaper } from './paper.ts';
import type { Preferences } from './preferences.ts';
import type { RelatedRevision } from './related.ts';
import { openAccount, type Session } from './session.ts';
import type { Totals } from './totals.ts';
import type { View } from './view.ts';
import type { Worklist, WorklistBrowser } from './worklist.ts';

export interface Browsers {
  readonly requisition: WorklistBrowser;
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
  readonly worklist: Worklist;
  readonly editor: Editor;
  readonly drafts: Drafts;
  readonly paper: OpenPaper;
  readonly directory: Directory;
  readonly followUps: FollowUps;
  readonly related: RelatedRevision;
}

/** Asks again for all that is known of the open account; what is shown stays until the answer is there. */
export function refetch(stores: Stores): void {
  const { health, totals, outbox, browsers, worklist, drafts, paper, directory, followUps, related } = stores;
  void health.load();
  outbox.changed();
  drafts.changed();
  directory.changed();
  followUps.changed();
  related.changed();
  paper.changed([]);
  worklist.changed();
  for (const kind of KINDS) {
    totals.changed(kind);
    browsers[kind].list.changed();
    browsers[kind].record.changed([]);
  }
}

function forget(stores: Stores): void {
  const { health, totals, outbox, browsers, worklist, editor, drafts, paper, directory, followUps } = stores;
  health.reset();
  outbox.reset();
  totals.reset();
  editor.reset();
  drafts.reset();
  directory.reset();
  followUps.reset();
  paper.reset();
  worklist.reset();
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
      // Whoever chose a place while the first account was being opened stays there.
      if (shown !== null) stores.view.go('requisitions');
      shown = opened;
    }
    if (opened !== null) refetch(stores);
  };
}

/** What this desk keeps of requisitions, and their list shows or asks by. */
const IN_WORKLIST: ReadonlySet<EventPayload<'kept'>['what']> = new Set(['directory', 'followUps', 'looks']);

/** What is told of records, of their PDFs, and of what this desk keeps of them. */
function listenForRecords(on: Bridge['on'], stores: Stores): readonly (() => void)[] {
  const { totals, browsers, worklist, editor, drafts, paper, directory, followUps, related } = stores;
  return [
    on.changed(({ kind, ids }) => {
      totals.changed(kind);
      browsers[kind].list.changed();
      browsers[kind].record.changed(ids);
      related.changed();
      if (kind !== 'requisition') return;
      worklist.changed();
      editor.changed(ids);
      paper.changed(ids);
    }),
    on.papers(({ items }) => {
      paper.news(items);
      worklist.bulk.news(items);
    }),
    on.kept(({ what, ids }) => {
      if (what === 'directory') directory.changed();
      if (what === 'followUps') followUps.changed();
      if (what === 'drafts') drafts.changed();
      if (what === 'ledger') paper.changed(ids);
      if (what === 'views') worklist.views.changed();
      if (IN_WORKLIST.has(what)) {
        browsers.requisition.list.changed();
        worklist.changed();
      }
    }),
  ];
}

/** Brings what the desk tells to the stores that show it; answers the function that ends it. */
export function listen({ on }: Bridge, stores: Stores, reload: () => void): () => void {
  const { session, health, outbox, preferences, view, worklist } = stores;
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
    ...listenForRecords(on, stores),
    view.store.subscribe((now, before) => {
      // Who leaves the worklist has made up their mind.
      if (now.place !== before.place) worklist.reviews.flush();
    }),
    on.engine(({ state }) => {
      const before = session.store.getState().engine;
      session.setEngine(state);
      if (state === 'running' && before !== 'running') reload();
    }),
  ];
  return () => endings.forEach((end) => end());
}
