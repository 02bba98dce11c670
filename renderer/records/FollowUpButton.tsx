import { Flag } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { Kind } from '#contract/ids.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { readDateSpan } from '#contract/date-span.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useFormat } from './use-format.ts';
import './follow-up.css';

interface FollowUpButtonProps {
  readonly kind: Kind;
  readonly id: string;
}

/** Marks a record as followed up here, with a note and a day to be reminded on, because the service knows no such state. */
export function FollowUpButton({ kind, id }: FollowUpButtonProps) {
  const text = useText();
  const mark = useStore(useDesk().followUps.store, (marks) => marks.get(id) ?? null);
  return (
    <DialogTrigger>
      <Button size="small" icon={<Icon of={Flag} size={14} />} hint={text('followUp.hint')}>
        {text(mark === null ? 'followUp.set' : 'followUp.change')}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={text('followUp.title')}>
          {({ close }) => <FollowUpForm kind={kind} id={id} onDone={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** The start of a day that was typed as `2026-03-01`, in the desk's zone; null for no day, undefined where it is no date. */
function typedDay(day: string, zone: string): EpochMs | null | undefined {
  if (day === '') return null;
  return readDateSpan(day, { now: epochMs(0), zone }, 'ahead')?.from ?? undefined;
}

function FollowUpForm({ kind, id, onDone }: FollowUpButtonProps & { readonly onDone: () => void }) {
  const text = useText();
  const { followUps } = useDesk();
  const { zone, isoDay } = useFormat();
  const mark = useStore(followUps.store, (marks) => marks.get(id) ?? null);
  const [note, setNote] = useState(mark?.note ?? '');
  const [day, setDay] = useState(mark === null || mark.remindOn === null ? '' : isoDay(mark.remindOn));
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function done(work: ReturnType<typeof followUps.set>): Promise<void> {
    const error = await work;
    if (error === null) onDone();
    else setProblem(errorSentence(error));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const remindOn = typedDay(day, zone);
    if (remindOn === undefined) setProblem(text('followUp.badDate'));
    else void done(followUps.set({ kind, id, note: note.trim(), remindOn }));
  }

  return (
    <form className="follow-up-form" onSubmit={submit}>
      <Field
        label={text('followUp.remindOn')}
        help={text('followUp.remindHelp')}
        type="date"
        value={day}
        error={problem}
        onChange={(value) => {
          setDay(value);
          setProblem(undefined);
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody opened this to type here
        autoFocus
      />
      <Field label={text('followUp.note')} value={note} onChange={setNote} isLong />
      <div className="follow-up-actions">
        <Button type="submit" size="small" tone="primary">
          {text('followUp.keep')}
        </Button>
        {mark !== null && (
          <Button size="small" onPress={() => void done(followUps.clear({ kind, id }))}>
            {text('followUp.clear')}
          </Button>
        )}
        <Button size="small" tone="quiet" onPress={onDone}>
          {text('followUp.cancel')}
        </Button>
      </div>
    </form>
  );
}
