import { BellRing } from 'lucide-react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import type { CompletionRow } from '#contract/completions.ts';
import { ReminderDialog } from '#renderer/records/ReminderForm.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

interface RemindButtonProps {
  readonly row: CompletionRow;
  /** A row that nobody has selected has no stop of the Tab key in it. */
  readonly isTabStop: boolean;
}

/** Reminds this desk of a request on a day, with a note. The service does not see it. */
export function RemindButton({ row: { form, patient, reminder }, isTabStop }: RemindButtonProps) {
  const text = useText();
  const { completions } = useStores();
  const keep = (saved: Parameters<typeof completions.remind>[0]['reminder']) =>
    completions.remind({ form, patient, reminder: saved });
  return (
    <DialogTrigger>
      <Button size="small" icon={<Icon of={BellRing} size={14} />} excludeFromTabOrder={!isTabStop}>
        {text(reminder === null ? 'requests.remind' : 'requests.changeReminder')}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={text('requests.remindTitle')}>
          {({ close }) => (
            <ReminderDialog
              saved={reminder}
              help={text('requests.remindHelp')}
              missing={text('requests.remindMissing')}
              words={{ keep: text('requests.keep'), clear: text('requests.clear') }}
              onSaveDraft={({ remindOn, note }) => keep(remindOn === null ? null : { remindOn, note })}
              onClear={() => keep(null)}
              onDone={close}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
