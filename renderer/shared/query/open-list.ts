import type { ListLink } from '#renderer/state/home/list-links.ts';
import type { SearchableListStore, SearchTextQuery } from '#renderer/state/list/query-list.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { focusPane } from '#renderer/ui/panes.ts';

type LinkStores = Pick<Stores, 'view' | 'worklist' | 'formList' | 'inbox' | 'completions'>;

/** Loads the rows of a query, and selects the first one once it has arrived. */
function showQuery<Q extends SearchTextQuery, R, C>(
  { list, updateQuery, selectFirst }: SearchableListStore<Q, R, C>,
  query: Q,
): void {
  // A list loads only while it is shown, and its screen is not there yet.
  const hide = list.show();
  updateQuery(query);
  selectFirst();
  hide();
}

/** Shows the list of a link, with its first row selected and the keyboard in the list. */
export function showListOfLink(
  { view, worklist, formList, inbox, completions }: LinkStores,
  link: ListLink,
): void {
  view.go(link.screen);
  switch (link.screen) {
    case 'requisitions':
      showQuery(worklist, link.query);
      break;
    case 'forms':
      showQuery(formList, link.query);
      break;
    case 'notifications':
      showQuery(inbox, link.query);
      break;
    case 'completion-requests':
      showQuery(completions, link.query);
      break;
  }
  focusPane('list');
}
