import type { Screen } from '#contract/screens.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';
import { getOpenAccountId } from './sync/session.ts';

type ScreenStores = Pick<
  StoresReceivingEvents,
  'view' | 'session' | 'worklist' | 'formList' | 'completions' | 'inbox' | 'day' | 'recordWindow'
>;

function hasOpenAccount({ session }: ScreenStores): boolean {
  return getOpenAccountId(session.store.getState().accounts) !== null;
}

/** Shows a list for a moment, which reads it where it has changed since it was last read. */
function readList({ list }: ScreenStores['worklist' | 'formList' | 'completions' | 'inbox']): void {
  list.show()();
}

/** Begins the read of what a screen shows first. The other screens have nothing that takes long. */
const READS: Readonly<Partial<Record<Screen, (stores: ScreenStores) => void>>> = {
  requisitions: ({ worklist }) => readList(worklist),
  forms: ({ formList }) => readList(formList),
  'completion-requests': ({ completions }) => readList(completions),
  notifications: ({ inbox }) => readList(inbox),
  day: ({ day }) => day.readAhead(),
};

/**
 * Reads the lists that are opened most often before they are first opened, so that their rows are there at once. One with a
 * search or a filter is left out: reading it counts as a search for its patient, which the user has not made yet.
 */
export function readListsAhead(stores: ScreenStores): void {
  if (!hasOpenAccount(stores)) return;
  for (const list of [stores.worklist, stores.inbox, stores.formList])
    if (list.list.store.getState().filter.text === '') readList(list);
}

/**
 * Opens a screen as the user left it, and begins to read what it shows within this call: its components ask for that only
 * once they are on the page.
 */
export function openScreen(stores: ScreenStores, screen: Screen): void {
  stores.view.go(screen);
  // In the window of a record, screens are opened in the main window. Before an account is open there is nothing to read.
  if (stores.recordWindow === null && hasOpenAccount(stores)) READS[screen]?.(stores);
}
