import { useStore } from 'zustand';
import { Deferred } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { COMMAND_PALETTE, COMPUTER_CHECK, GO_TO_DATE, HELP, SHORTCUTS, WELCOME } from './deferred-parts.ts';

interface AppDialogsProps {
  /** Whether the window shows one record: it has no dialogs of the whole program. */
  readonly isRecordWindow: boolean;
}

/** The dialogs of the whole window. Each is read when it opens for the first time, or before. */
export function AppDialogs({ isRecordWindow }: AppDialogsProps) {
  const { view, computer, welcomeAndTour } = useStores();
  const { isShortcutsDialogOpen, helpPage, isPaletteOpen, isGoToDateOpen } = useStore(view.store);
  const isCheckShown = useStore(computer.store, (state) => state.isCheckShown);
  const isWelcomeOpen = useStore(welcomeAndTour.store, (state) => state.isWelcomeOpen);
  return (
    <>
      <Deferred of={SHORTCUTS} isNeeded={isShortcutsDialogOpen} props={{}} />
      <Deferred of={HELP} isNeeded={helpPage !== null} props={{}} />
      {!isRecordWindow && (
        <>
          <Deferred of={COMMAND_PALETTE} isNeeded={isPaletteOpen} props={{}} />
          <Deferred of={GO_TO_DATE} isNeeded={isGoToDateOpen} props={{}} />
          <Deferred of={COMPUTER_CHECK} isNeeded={isCheckShown} props={{}} />
          <Deferred of={WELCOME} isNeeded={isWelcomeOpen} props={{}} />
        </>
      )}
    </>
  );
}
