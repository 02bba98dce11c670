import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ConfirmDialog } from '#renderer/ui/ConfirmDialog.tsx';

/** Asks whether the window is closed although what is typed in it could not be saved. */
export function CloseWindowDialog() {
  const text = useText();
  const { view, calls } = useStores();
  const isOpen = useStore(view.store, (state) => state.isCloseQuestionOpen);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDestructive
      question={text('editor.closeWindowQuestion')}
      yes={text('editor.leaveYes')}
      no={text('editor.goOn')}
      onYes={() => {
        view.showCloseQuestion(false);
        void calls['windows.close']({});
      }}
      onNo={() => view.showCloseQuestion(false)}
    >
      <p>{text('editor.closeWindowWhat')}</p>
    </ConfirmDialog>
  );
}
