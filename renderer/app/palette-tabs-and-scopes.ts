import { useStore } from 'zustand';
import type { Screen } from '#contract/screens.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import { HOME_REVIEW_SCOPES } from '#renderer/state/home/home.ts';
import { openScreen } from '#renderer/state/open-screen.ts';
import { listShownWorklistTabs } from '#renderer/state/requisitions/shown-tabs.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import type { PaletteAction } from './palette-action.ts';

/** One of several alike, with the name of its screen: it is listed once something is typed. */
type Choice = Pick<PaletteAction, 'id' | 'run'> & { readonly name: string };

/** Hook that returns the function that makes an action of a choice. */
function useToAction(screen: Screen): (choice: Choice) => PaletteAction {
  const text = useText();
  const place = text(`screen.${screen}`);
  return ({ id, name, run }) => ({
    id,
    label: text('palette.of', { action: name, of: place }),
    reason: null,
    isListedWhenTyped: true,
    isOnlyShowing: true,
    run,
  });
}

/**
 * The tabs of the worklist, but for the one on the screen. As the tab does, an action keeps search and order.
 * @param shown the screen in view; null where none is
 */
export function useWorklistTabActions(shown: Screen | null): readonly PaletteAction[] {
  const text = useText();
  const { worklist } = useStores();
  const counts = useStore(worklist.counts, (state) => state.counts);
  const open = useStore(worklist.list.store, ({ filter }) => filter.tab);
  const toAction = useToAction('requisitions');
  return listShownWorklistTabs(counts, open)
    .filter((tab) => shown !== 'requisitions' || tab !== open)
    .map((tab) =>
      toAction({
        id: `tab ${tab}`,
        name: text(`worklist.tab.${tab}`),
        run: (stores) => {
          const { filter } = stores.worklist.list.store.getState();
          showListOfLink(stores, { screen: 'requisitions', query: { ...filter, tab } });
        },
      }),
    );
}

/**
 * Whose reviews the home screen counts, but for the choice on the screen; none where the user's id is unknown.
 * @param shown the screen in view; null where none is
 */
export function useHomeScopeActions(shown: Screen | null): readonly PaletteAction[] {
  const text = useText();
  const { home, session } = useStores();
  const chosen = useStore(home.store, ({ scope }) => scope);
  const isUserKnown = useStore(session.store, ({ accounts }) => getOwnUserId(accounts) !== null);
  const toAction = useToAction('home');
  if (!isUserKnown) return [];
  return HOME_REVIEW_SCOPES.filter((scope) => shown !== 'home' || scope !== chosen).map((scope) =>
    toAction({
      id: `scope ${scope}`,
      name: text(`home.scopes.${scope}`),
      run: (stores) => {
        stores.home.choose(scope);
        openScreen(stores, 'home');
      },
    }),
  );
}
