import { useStore } from 'zustand';
import { ShowDeferred } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import {
  DEFERRED_COMMAND_PALETTE,
  DEFERRED_COMPUTER_CHECK,
  DEFERRED_HELP,
  DEFERRED_SHORTCUTS,
  DEFERRED_WELCOME,
} from './deferred-parts.ts';

interface AppDialogsProps {
  /** Whether the window shows one record: it has no dialogs of the whole program. */
  readonly isRecordWindow: boolean;
}

/** The dialogs of the whole window. Each is read when it opens for the first time, or before. */
export function AppDialogs({ isRecordWindow }: AppDialogsProps) {
  const { view, computer, welcomeAndTour } = useStores();
  const { isShortcutsDialogOpen, helpPage, isPaletteOpen } = useStore(view.store);
  const isCheckShown = useStore(computer.store, (state) => state.isCheckShown);
  const isWelcomeOpen = useStore(welcomeAndTour.store, (state) => state.isWelcomeOpen);
  return (
    <>
      <ShowDeferred component={DEFERRED_SHORTCUTS} isNeeded={isShortcutsDialogOpen} props={{}} />
      <ShowDeferred component={DEFERRED_HELP} isNeeded={helpPage !== null} props={{}} />
      {!isRecordWindow && (
        <>
          <ShowDeferred component={DEFERRED_COMMAND_PALETTE} isNeeded={isPaletteOpen} props={{}} />
          <ShowDeferred component={DEFERRED_COMPUTER_CHECK} isNeeded={isCheckShown} props={{}} />
          <ShowDeferred component={DEFERRED_WELCOME} isNeeded={isWelcomeOpen} props={{}} />
        </>
      )}
    </>
  );
}
