import { Flag } from 'lucide-react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ReminderDialog } from './ReminderForm.tsx';

interface FollowUpButtonProps {
  readonly kind: Kind;
  readonly id: string;
}

/** Marks a record as followed up here, with a note and a day to be reminded on, because the service knows no such state. */
export function FollowUpButton({ kind, id }: FollowUpButtonProps) {
  const text = useText();
  const { followUps } = useStores();
  const mark = useStore(followUps.store, ({ selection: marks }) => marks.get(id) ?? null);
  return (
    <DialogTrigger>
      <Button size="small" icon={<Icon of={Flag} size={14} />} hint={text('followUp.hint')}>
        {text(mark === null ? 'followUp.set' : 'followUp.change')}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={text('followUp.title')}>
          {({ close }) => (
            <ReminderDialog
              saved={mark}
              help={text('followUp.remindHelp')}
              missing={null}
              words={{ keep: text('followUp.keep'), clear: text('followUp.clear') }}
              onSaveDraft={(reminder) => followUps.set({ kind, id, ...reminder })}
              onClear={() => followUps.clear({ kind, id })}
              onDone={close}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
