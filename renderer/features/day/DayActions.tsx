import { FileLock2, PackageCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { PrintedDay } from '#renderer/state/day-print.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ReasonButton } from '#renderer/ui/ReasonButton.tsx';
import { ofHost } from './model.ts';
import { PackDialog } from './PackDialog.tsx';

/** Getting ready for a day without a network: what is fetched, what goes on paper, what goes into a pack. */
export function DayActions({ day: name }: { readonly day: string }) {
  const text = useText();
  const { day } = useStores();
  const { sheet, span, host } = useStore(day.store);
  const isPreparing = useStore(day.prepare.store, ({ phase }) => phase === 'running');
  const isPrinting = useStore(day.print.store, (state) => state.isBusy);
  const [isPacking, setPacking] = useState(false);
  const shown: PrintedDay | null = sheet === null || span === null ? null : { span, sheet, name };

  function print(): void {
    if (shown === null || isPrinting) return;
    const appointments = ofHost(shown.sheet.appointments, host);
    void day.print.print({ ...shown, sheet: { ...shown.sheet, appointments } }, false);
  }
  const isEmpty = sheet === null || ofHost(sheet.appointments, host).length === 0;
  return (
    <div className="day-actions">
      <Button
        tone="primary"
        icon={<Icon of={PackageCheck} />}
        isDisabled={isPreparing}
        onPress={() => void day.prepare.run()}
      >
        {text('prepare.run')}
      </Button>
      <ReasonButton
        icon={<Icon of={Printer} />}
        reason={isEmpty ? text('day.printEmpty') : null}
        onPress={print}
      >
        {text('day.print')}
      </ReasonButton>
      <Button icon={<Icon of={FileLock2} />} isDisabled={shown === null} onPress={() => setPacking(true)}>
        {text('pack.open')}
      </Button>
      {isPacking && shown !== null && <PackDialog day={shown} onClose={() => setPacking(false)} />}
    </div>
  );
}
