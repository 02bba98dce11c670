import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { SavedView } from '#contract/saved-views.ts';
import type { Screen } from '#contract/screens.ts';
import { getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import {
  useDensityChoice,
  useLanguageChoice,
  useTextSizeChoice,
  useThemeChoice,
  type SettingChoice,
} from '#renderer/shared/appearance-choices.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import type { ListLink } from '#renderer/state/home/list-links.ts';
import { BUILT_IN_INBOX_VIEWS } from '#renderer/state/inbox/inbox-query.ts';
import { BUILT_IN_VIEWS } from '#renderer/state/requisitions/worklist-views.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { listOtherAccounts } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import type { AnyCommandId } from './command.ts';
import { APP_COMMANDS } from './command-keys.ts';
import { isCommandPossible, runAppCommand } from './commands.ts';
import { isAnotherScreenShown } from './focus-search.ts';
import type { PaletteAction } from './palette-action.ts';
import { listPageActions, pressButtonOnceShown } from './page-actions.ts';
import { useHomeScopeActions, useWorklistTabActions } from './palette-tabs-and-scopes.ts';
import { getSwitchLabel, switchAccount } from './switch-account.ts';

/**
 * The buttons of screens that act without a record being open or selected, by the keys of their labels, so that they can be reached
 * from any other screen. The palette goes to the screen and presses the button: what is exported or printed is then on the screen.
 */
export const BUTTONS_OF_OTHER_SCREENS = [
  { screen: 'home', labels: ['home.handover.print'] },
  { screen: 'requisitions', labels: ['editor.new'] },
  { screen: 'forms', labels: ['formEditor.new'] },
  { screen: 'completion-requests', labels: ['export.csv'] },
  { screen: 'notifications', labels: ['export.csv'] },
  {
    screen: 'day',
    labels: ['prepare.run', 'day.print', 'pack.open', 'day.exportCalendar', 'export.csv'],
  },
  { screen: 'directory', labels: ['names.export'] },
  { screen: 'access-log', labels: ['accessLog.export', 'accessLog.check'] },
] as const satisfies readonly { readonly screen: Screen; readonly labels: readonly string[] }[];

/** The commands that the palette offers in other words: itself, and one entry for each account. */
const COMMANDS_LEFT_OUT: ReadonlySet<AnyCommandId> = new Set(['palette.open', 'account.switch']);

/** The commands that act on all selected records where there are some. */
const COMMANDS_FOR_MANY: ReadonlySet<AnyCommandId> = new Set(['notification.read', 'notification.unread']);

function goAndPress({ view }: Stores, screen: Screen, button: string): void {
  view.go(screen);
  pressButtonOnceShown(button, {
    isWanted: () => {
      const now = view.store.getState();
      return now.screen === screen && now.relatedRecords === null;
    },
    isShown: () => !isAnotherScreenShown(screen),
  });
}

/** The actions of the buttons and menus on the screen. */
export function usePageActions(): readonly PaletteAction[] {
  return listPageActions(useText()).map(({ label, reason, key, isChoice, isForMany, run }) => ({
    id: `here ${label}`,
    label,
    reason,
    key: key ?? undefined,
    isListedWhenTyped: isChoice,
    isForMany,
    run,
  }));
}

/** The commands that are possible, but for those whose key a button on the screen has: it says better what they do there. */
function useCommandActions(keysOnPage: ReadonlySet<string | undefined>): readonly PaletteAction[] {
  const text = useText();
  const stores = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return APP_COMMANDS.filter(({ id }) => !COMMANDS_LEFT_OUT.has(id) && isCommandPossible(stores, id))
    .map(({ id, group }) => ({
      id: `action ${id}`,
      label: text(`command.${id}`),
      reason: null,
      key: keyLabel(id),
      isListedWhenTyped: false,
      isForMany: COMMANDS_FOR_MANY.has(id),
      isOnlyShowing: group === 'move' || group === 'go' || id.startsWith('help.'),
      run: (target: Stores) => runAppCommand(target, id),
    }))
    .filter(({ key }) => key === undefined || !keysOnPage.has(key));
}

/** Hook that returns the screen in view; null while all records of one id have its place. */
function useScreenInView(): Screen | null {
  return useStore(useStores().view.store, ({ screen, relatedRecords }) =>
    relatedRecords === null ? screen : null,
  );
}

/** The actions of other screens, each with the name of its screen, and the sign-out of the open account. */
function useActionsOfOtherScreens(): readonly PaletteAction[] {
  const text = useText();
  const { session } = useStores();
  const shown = useScreenInView();
  const { accounts, current } = useStore(session.store, (state) => state.accounts);
  const own = accounts.find(({ id, kind }) => id === current && kind === 'service');
  const toAction = (screen: Screen, button: string, label: string): PaletteAction => ({
    id: `there ${screen} ${button}`,
    label,
    reason: null,
    isListedWhenTyped: false,
    run: (stores) => goAndPress(stores, screen, button),
  });
  const actions = BUTTONS_OF_OTHER_SCREENS.filter(({ screen }) => screen !== shown).flatMap(
    ({ screen, labels }) =>
      labels.map((label) =>
        toAction(
          screen,
          text(label),
          text('palette.of', { action: text(label), of: text(`screen.${screen}`) }),
        ),
      ),
  );
  if (own === undefined || shown === 'account') return actions;
  const signOut = text('removal.startNamed.sign-out', { name: getAccountNameWithHostAndUser(own, accounts) });
  return [...actions, toAction('account', signOut, signOut)];
}

/** The views that Intray brings, with their names. */
function listBuiltInViews(text: TextFunction): readonly { readonly name: string; readonly link: ListLink }[] {
  return [
    ...BUILT_IN_VIEWS.map(({ id, query }) => ({
      name: text(`worklist.views.builtIn.${id}`),
      link: { screen: 'requisitions' as const, query },
    })),
    ...BUILT_IN_INBOX_VIEWS.map(({ query }) => ({
      name: text('snooze.view'),
      link: { screen: 'notifications' as const, query },
    })),
  ];
}

const toLink = ({ screen, query }: SavedView): ListLink => ({ screen, query }) as ListLink; // The query is that of its screen, which the compiler cannot follow through the union.

/** The saved views of other screens. Those of the list on the screen are in its menu. */
function useViewsOfOtherScreens(): readonly PaletteAction[] {
  const text = useText();
  const { calls } = useStores();
  const shown = useScreenInView();
  const ask = useCallback(() => calls['views.list']({}), [calls]);
  const saved = useQueryResult(ask, 0).value?.items ?? [];
  const views = [
    ...listBuiltInViews(text).map((each) => ({ ...each, id: each.name })),
    ...saved.map((each) => ({ id: each.id, name: each.name, link: toLink(each) })),
  ];
  return views
    .filter(({ link }) => link.screen !== shown)
    .map(({ id, name, link }) => ({
      id: `view ${link.screen} ${id}`,
      label: text('palette.of', {
        action: text('palette.named', { kind: text('worklist.views.open'), name }),
        of: text(`screen.${link.screen}`),
      }),
      reason: null,
      isListedWhenTyped: true,
      isOnlyShowing: true,
      run: (stores) => showListOfLink(stores, link),
    }));
}

/** One action for each other account of this computer. */
function useAccountActions(): readonly PaletteAction[] {
  const text = useText();
  const accounts = useStore(useStores().session.store, (state) => state.accounts);
  return listOtherAccounts(accounts).map((account) => ({
    id: `account ${account.id}`,
    label: getSwitchLabel(text, account, accounts.accounts),
    reason: null,
    isListedWhenTyped: false,
    run: (stores) => switchAccount(stores, account.id),
  }));
}

function toSettingActions<V extends string>(
  text: TextFunction,
  { label, options, value, onChange }: SettingChoice<V>,
): readonly PaletteAction[] {
  return options
    .filter((option) => option.value !== value)
    .map((option) => ({
      id: `setting ${label} ${option.value}`,
      label: text('palette.named', { kind: label, name: option.label }),
      reason: null,
      isListedWhenTyped: true,
      run: () => onChange(option.value),
    }));
}

/** The values of the settings of the appearance, but for those that are chosen. */
function useSettingActions(): readonly PaletteAction[] {
  const text = useText();
  return [
    ...toSettingActions(text, useThemeChoice()),
    ...toSettingActions(text, useDensityChoice()),
    ...toSettingActions(text, useTextSizeChoice()),
    ...toSettingActions(text, useLanguageChoice()),
  ];
}

/**
 * The actions of the whole program, which can be reached from any screen.
 * @param here the actions of the screen, whose keys are not offered twice
 */
export function useProgramActions(here: readonly PaletteAction[]): readonly PaletteAction[] {
  const shown = useScreenInView();
  return [
    ...useCommandActions(new Set(here.map(({ key }) => key))),
    ...useAccountActions(),
    ...useActionsOfOtherScreens(),
    ...useViewsOfOtherScreens(),
    ...useWorklistTabActions(shown),
    ...useHomeScopeActions(shown),
    ...useSettingActions(),
  ];
}
