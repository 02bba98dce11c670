import type { Browser } from '#renderer/state/browser.ts';
import type { Desk } from '#renderer/state/desk.ts';
import type { Marks } from '#renderer/state/marks.ts';
import { kindOf } from '#renderer/state/view.ts';
import { focusPane } from '#renderer/ui/panes.ts';

type AnyBrowser = Pick<
  Browser<never, never, never>,
  'move' | 'open' | 'openSelected' | 'close' | 'selection'
>;

/** The requests to patients: opening one shows its form. */
function requestsOf({ completions, view, browsers }: Desk): AnyBrowser {
  return {
    selection: completions.selection,
    move: completions.move,
    open: completions.select,
    openSelected: () => {
      const row = completions.selected();
      if (row === null) return;
      view.go('forms');
      browsers.form.open(row.form);
    },
    close: () => {},
  };
}

/** The browser of the place where the person is, or null where there is no list. */
export function browserOf(desk: Desk): AnyBrowser | null {
  const { place, around } = desk.view.store.getState();
  if (place === 'requests' && around === null) return requestsOf(desk);
  // The page of one id covers the list: no key may reach a row that nobody sees.
  const kind = around === null ? kindOf(place) : null;
  // While a requisition or a form is edited its list is not on screen.
  if (kind === 'requisition' && desk.editor.store.getState().phase !== 'closed') return null;
  if (kind === 'form' && desk.formEditor.store.getState().phase !== 'closed') return null;
  return kind === null ? null : desk.browsers[kind];
}

/** A list in which several rows can be picked. */
interface PickList {
  readonly browser: AnyBrowser;
  readonly rows: () => readonly { readonly id: string }[];
  readonly marks: Marks;
  readonly pickAll: () => void;
}

/** The list on screen in which rows can be picked; null where there is none. */
export function pickListOf(desk: Desk): PickList | null {
  const { browsers, worklist, inbox } = desk;
  switch (browserOf(desk)) {
    case browsers.requisition:
      return {
        browser: browsers.requisition,
        rows: () => browsers.requisition.list.store.getState().rows,
        marks: worklist.marks,
        pickAll: () => void worklist.markAll(),
      };
    case browsers.notification:
      return {
        browser: browsers.notification,
        rows: () => browsers.notification.list.store.getState().rows,
        marks: inbox.marks,
        pickAll: () => void inbox.pickAll(),
      };
    default:
      return null;
  }
}

/** Whether rows are picked in the list on screen. */
export function hasPicked(desk: Desk): boolean {
  return (pickListOf(desk)?.marks.store.getState().ids.size ?? 0) > 0;
}

/** Picks the selected row, moves, and picks the one it comes to. */
export function extendPicks(desk: Desk, places: 1 | -1): void {
  const list = pickListOf(desk);
  if (list === null) return;
  const pick = (): void => {
    const { selected } = list.browser.selection.getState();
    if (selected !== null) list.marks.extendTo(selected, list.rows());
  };
  pick();
  list.browser.move(places);
  pick();
  focusPane('list');
}

/** Picks the selected row, or lets it go. */
export function pickSelected(desk: Desk): void {
  const list = pickListOf(desk);
  const selected = list?.browser.selection.getState().selected ?? null;
  if (selected !== null) list?.marks.toggle(selected);
}
