import { Printer } from 'lucide-react';
import { printOpenRecord } from '#renderer/state/print.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useGetCommandKeyLabel } from '../use-key-label.ts';

/** Prints the open record as it is on the screen; the pane of its PDF prints that. */
export function PrintRecordButton({ id }: { readonly id: string }) {
  const text = useText();
  const { calls, failedAction } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return (
    <ButtonWithHint
      size="small"
      icon={<Icon shape={Printer} size={14} />}
      shortcut={keyLabel('record.print')}
      onPress={() =>
        void printOpenRecord(calls, [id]).then((problem) => failedAction.report('print', problem))
      }
    >
      {text('record.print')}
    </ButtonWithHint>
  );
}
