import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { PreloadBridge } from '#contract/api.ts';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { createLockStore, type LockStore } from '#renderer/state/program/lock.ts';
import { createPreferencesStore, type PreferencesStore } from '#renderer/state/program/preferences.ts';
import { createFirstStores } from '#renderer/state/first-stores.ts';
import type { StoresReader } from '#renderer/state/stores-reader.ts';
import { createSessionStore } from '#renderer/state/sync/session.ts';
import { StoresProvider, useFirstStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { CommandKeyLabelContext } from '#renderer/shared/use-key-label.ts';
import { startFocusRestorationOnRemoval } from '#renderer/ui/keep-focus.ts';
import { KeychainPromptBanner } from './AppBanners.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LanguageProvider } from './LanguageProvider.tsx';
import { AppGate, FailureScreen, UnknownScreenSkeleton } from './AppGate.tsx';
import {
  LAZY_CLOSE_WINDOW,
  LAZY_COMMAND_PALETTE,
  LAZY_LOCK_SCREEN,
  LAZY_COMPUTER_CHECK,
  LAZY_GO_TO_DATE,
  LAZY_HELP,
  LAZY_SHORTCUTS,
  LAZY_WELCOME,
} from './lazy-parts.ts';
import { createReaderAndCommandRunner, RunCommandContext } from './command-runner.ts';
import { createKeyBindings } from './key-bindings.ts';
import { stopHeldKeys } from './held-keys.ts';
import { createCommandKeyLabelGetter, listenForKeys, listenForMouseButtons } from './keys.ts';
import { UnknownWindow, useRecordOfWindow } from './record-of-window.tsx';
import { paletteTypeAhead } from './type-ahead.ts';
import styles from './frame.module.css';
import { LiveRegion } from '#renderer/ui/Status.tsx';
import { PageTooltip } from '#renderer/ui/Tooltip.tsx';

interface AppDialogsProps {
  /** Whether the window shows one record: it has no dialogs of the whole program. */
  readonly isRecordWindow: boolean;
}

/** The dialogs of the whole window. Each is read when it opens for the first time, or before. */
function AppDialogs({ isRecordWindow }: AppDialogsProps) {
  const { view, computer, welcomeAndTour } = useFirstStores();
  const { isShortcutsDialogOpen, helpPage, isPaletteOpen, isGoToDateOpen, isCloseQuestionOpen } = useStore(
    view.store,
  );
  const isCheckShown = useStore(computer.store, (state) => state.isCheckShown);
  const isWelcomeOpen = useStore(welcomeAndTour.store, (state) => state.isWelcomeOpen);
  return (
    <>
      <ShowLazy component={LAZY_SHORTCUTS} isNeeded={isShortcutsDialogOpen} props={{}} />
      <ShowLazy component={LAZY_HELP} isNeeded={helpPage !== null} props={{}} />
      <ShowLazy component={LAZY_CLOSE_WINDOW} isNeeded={isCloseQuestionOpen} props={{}} />
      {!isRecordWindow && (
        <>
          <ShowLazy component={LAZY_COMMAND_PALETTE} isNeeded={isPaletteOpen} props={{}} />
          <ShowLazy component={LAZY_GO_TO_DATE} isNeeded={isGoToDateOpen} props={{}} />
          <ShowLazy component={LAZY_COMPUTER_CHECK} isNeeded={isCheckShown} props={{}} />
          <ShowLazy component={LAZY_WELCOME} isNeeded={isWelcomeOpen} props={{}} />
        </>
      )}
    </>
  );
}

/**
 * Whether what is typed is for the palette. Its code may not be read yet: no letter must act on the screen meanwhile. A palette whose
 * code or stores cannot be read takes nothing.
 */
function isPaletteTakingKeys({ first: { view }, store }: StoresReader): boolean {
  const hasFailed = LAZY_COMMAND_PALETTE.store.getState().hasFailed || store.getState().hasFailed;
  return view.store.getState().isPaletteOpen && !hasFailed;
}

/**
 * Applies the chosen theme to the page; with `system` the page follows the operating system, also when that
 * changes.
 */
function Theme({ preferences }: { readonly preferences: PreferencesStore }) {
  const theme = useStore(preferences.store, ({ settings }) => settings.theme);
  useEffect(() => {
    const page = document.documentElement;
    const contrastQuery = window.matchMedia('(prefers-contrast: more)');
    const apply = (): void => {
      const isContrast = theme === 'contrast' || (theme === 'system' && contrastQuery.matches);
      page.toggleAttribute('data-theme', false);
      if (theme === 'light' || theme === 'dark') page.dataset['theme'] = theme;
      if (isContrast) page.dataset['contrast'] = 'more';
      else delete page.dataset['contrast'];
    };
    apply();
    contrastQuery.addEventListener('change', apply);
    return () => contrastQuery.removeEventListener('change', apply);
  }, [theme]);
  return null;
}

/**
 * Covers the page, or shows it again. Its editors stay as they are: one that closed would drop what is typed in it.
 */
function setPageCovered(isCovered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', isCovered);
}

/** Root component. `bridge` is the API that the preload script exposes; null if it is missing. */
export function App({ bridge }: { readonly bridge: PreloadBridge | null }) {
  const text = useFirstText();
  if (bridge === null)
    return <FailureScreen title={text('failure.noBridgeTitle')} safe={text('failure.noBridgeSafe')} />;
  return (
    <ErrorBoundary onFault={(fault) => void wrapBridgeCalls(bridge)['app.reportFault'](fault)}>
      <ReadyApp bridge={bridge} />
    </ErrorBoundary>
  );
}

/** What exists while the window is locked: the lock, the settings, and a session that knows accounts alone. */
function createGate(bridge: PreloadBridge) {
  const calls = wrapBridgeCalls(bridge);
  return {
    lock: createLockStore(calls, bridge.on),
    preferences: createPreferencesStore(calls),
    session: createSessionStore(calls),
    getRecordOfWindow: () => calls['windows.getRecord']({}),
  };
}

/**
 * Shows the lock screen until the window is unlocked and the account has the PIN that the policy requires. Nothing of an
 * account is loaded before, and the stores of an account end with the screen that uses them.
 */
function ReadyApp({ bridge }: { readonly bridge: PreloadBridge }) {
  const [{ lock, preferences, session, getRecordOfWindow }] = useState(() => createGate(bridge));
  const { lock: state, awaitedCode } = useStore(lock.store);
  const recordOfWindow = useRecordOfWindow(getRecordOfWindow);
  const { record } = recordOfWindow;
  useEffect(() => {
    const endings = [lock.start(), bridge.on.settings(preferences.adopt), bridge.on.accounts(session.adopt)];
    void preferences.load();
    void session.load();
    return () => endings.forEach((end) => end());
  }, [lock, preferences, session, bridge]);

  const showsRecords = state?.state === 'unlocked' && !state.needsPin && awaitedCode === null;
  return (
    <LanguageProvider preferences={preferences} session={session}>
      <LiveRegion />
      <PageTooltip />
      {showsRecords && record !== undefined ? (
        <UnlockedApp bridge={bridge} lock={lock} record={record} />
      ) : showsRecords ? (
        <UnknownWindow {...recordOfWindow} />
      ) : state === null ? (
        <UnknownLock lock={lock} />
      ) : (
        <>
          <Theme preferences={preferences} />
          <main className={styles.welcome}>
            <KeychainPromptBanner session={session} />
            <ShowLazy
              key={state.account}
              component={LAZY_LOCK_SCREEN}
              props={{ lock, session }}
              placeholder={<UnknownScreenSkeleton />}
            />
          </main>
        </>
      )}
    </LanguageProvider>
  );
}

/** The screen that is shown until it is known whether the window is locked. */
function UnknownLock({ lock }: { readonly lock: LockStore }) {
  const text = useFirstText();
  const readError = useStore(lock.store, (state) => state.readError);
  return readError === null ? (
    <UnknownScreenSkeleton />
  ) : (
    <FailureScreen
      title={text('lock.unreadable')}
      safe={getErrorSentence(readError)}
      action={{ label: text('failure.tryAgain'), run: () => void lock.load() }}
    />
  );
}

interface UnlockedAppProps {
  readonly bridge: PreloadBridge;
  readonly lock: LockStore;
  /** The record that the window shows; null in the main window. */
  readonly record: RecordOfWindow | null;
}

function UnlockedApp({ bridge, lock, record }: UnlockedAppProps) {
  const text = useFirstText();
  const [{ reader, runCommand }] = useState(() =>
    createReaderAndCommandRunner(createFirstStores(bridge, lock, record), bridge),
  );
  const stores = reader.first;
  const isMac = useStore(stores.session.store, ({ app }) => app?.platform.startsWith('darwin') ?? false);
  const singleKeys = useStore(stores.preferences.store, ({ settings }) => settings.singleKeys);
  const chosenKeys = useStore(stores.preferences.store, ({ settings }) => settings.keys);
  const bindings = useMemo(
    () => createKeyBindings({ singleKeys, keys: chosenKeys }, isMac),
    [singleKeys, chosenKeys, isMac],
  );
  const keyLabels = useMemo(
    () => createCommandKeyLabelGetter(bindings, isMac, text),
    [bindings, isMac, text],
  );
  useEffect(() => reader.start(), [reader]);
  useEffect(() => startFocusRestorationOnRemoval(document), []);
  useEffect(() => {
    // Held keys first: a repeat that they stop is not collected for the palette.
    const endings = [
      stopHeldKeys(window, () => bindings),
      paletteTypeAhead.collect(window, () => isPaletteTakingKeys(reader)),
    ];
    return () => endings.forEach((end) => end());
  }, [bindings, reader]);
  useEffect(() => listenForMouseButtons(window, runCommand), [runCommand]);
  useEffect(
    () =>
      listenForKeys(
        window,
        () => bindings,
        (id) => {
          if (id === 'window.lock' || !isPaletteTakingKeys(reader)) runCommand(id);
        },
      ),
    [bindings, reader, runCommand],
  );
  useEffect(() => {
    const endMenu = bridge.on.command(({ id }) => runCommand(id));
    // Unsaved editor input must be saved before the window closes.
    const saveTyped = (): void => void stores.saveTypedInput();
    window.addEventListener('beforeunload', saveTyped);
    // Windows ends the program without unloading its page.
    const endLoggingOff = bridge.on.loggingOff(saveTyped);
    // The main process waits for this before a lock ends the page: longer once the page shows nothing any more.
    const endSaveInput = bridge.on.saveInput(() => {
      setPageCovered(true);
      void stores.calls['lock.pageCovered']({});
      void stores.saveTypedInput().then((isSaved) => stores.calls['lock.inputSaved']({ isSaved }));
    });
    return () => {
      endSaveInput();
      setPageCovered(false);
      window.removeEventListener('beforeunload', saveTyped);
      endLoggingOff();
      endMenu();
    };
  }, [stores, bridge, runCommand]);
  return (
    <StoresProvider reader={reader}>
      <Theme preferences={stores.preferences} />
      <CommandKeyLabelContext value={keyLabels}>
        <RunCommandContext value={runCommand}>
          <AppGate />
          <AppDialogs isRecordWindow={record !== null} />
        </RunCommandContext>
      </CommandKeyLabelContext>
    </StoresProvider>
  );
}
