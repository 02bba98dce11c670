import type { ListLink } from '#renderer/state/home/list-links.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { focusPane } from '#renderer/ui/panes.ts';

type LinkStores = Pick<Stores, 'view' | 'worklist' | 'formList' | 'inbox' | 'completions'>;

/** Shows the list of a link, with its first row selected and the keyboard in the list. */
export function openList({ view, worklist, formList, inbox, completions }: LinkStores, link: ListLink): void {
  view.go(link.screen);
  switch (link.screen) {
    case 'requisitions':
      worklist.updateQuery(link.query);
      worklist.selectFirst();
      break;
    case 'forms':
      formList.updateQuery(link.query);
      formList.selectFirst();
      break;
    case 'notifications':
      inbox.updateQuery(link.query);
      inbox.selectFirst();
      break;
    case 'completion-requests':
      completions.updateQuery(link.query);
      completions.selectFirst();
      break;
  }
  focusPane('list');
}
