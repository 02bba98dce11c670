import { useEffect, useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import {
  EMPTY_PACK_PASSWORD,
  isUsablePackPassword,
  PackPasswordFields,
} from '#renderer/shared/downtime-pack/PackPasswordFields.tsx';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { DayToPrint } from '#renderer/state/day/day-print.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './day.module.css';
import { Status } from '#renderer/ui/Status.tsx';

interface PackDialogProps {
  readonly day: DayToPrint;
  readonly onClose: () => void;
}

/** Asks for the password of a downtime pack twice and creates the pack; or prints the same sheets. */
export function DowntimePackDialog({ day, onClose }: PackDialogProps) {
  const text = useText();
  const { date } = useDateFormat();
  const { print } = useStores().day;
  const { isBusy, saved } = useStore(print.store);
  // The previous pack's result may still be stored when the next one is requested.
  const [savedBefore] = useState(saved);
  useEffect(() => {
    if (saved !== null && saved !== savedBefore) onClose();
  }, [saved, savedBefore, onClose]);
  return (
    <ModalDialog
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <Heading slot="title" level={2}>
        {text('pack.title', { day: date(day.span.from) })}
      </Heading>
      <p>{text('pack.lead')}</p>
      <SavePackFields day={day} onClose={onClose} />
    </ModalDialog>
  );
}

function SavePackFields({ day, onClose }: PackDialogProps) {
  const text = useText();
  const { print } = useStores().day;
  const { isBusy, problem } = useStore(print.store);
  const [typed, setTyped] = useState(EMPTY_PACK_PASSWORD);

  function save(event: FormEvent): void {
    event.preventDefault();
    setTyped({ ...typed, isChecked: true });
    if (isUsablePackPassword(typed) && !isBusy) void print.pack(day, typed.password);
  }
  function printAll(): void {
    onClose();
    void print.print(day, true);
  }
  return (
    <form className={styles.packForm} noValidate onSubmit={save}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here */}
      <PackPasswordFields value={typed} onChange={setTyped} autoFocus />
      <p>{text('pack.keep')}</p>
      {problem !== null && (
        <p className="error-text" role="alert">
          {text('pack.failed')} {getErrorSentence(problem)}
        </p>
      )}
      <DialogActions>
        <Button type="submit" tone="primary" isPending={isBusy}>
          {text(isBusy ? 'pack.saving' : 'pack.save')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('pack.cancel')}
        </Button>
        <Button tone="quiet" isDisabled={isBusy} onPress={printAll}>
          {text('pack.paper')}
        </Button>
      </DialogActions>
      <p className="muted">{text('pack.paperNote')}</p>
    </form>
  );
}

/** The result of the last downtime pack, until the user dismisses it. */
export function SavedDowntimePackNotice() {
  const text = useText();
  const { print } = useStores().day;
  const saved = useStore(print.store, (state) => state.saved);
  if (saved === null) return null;
  const { pages, missing } = saved;
  return (
    <section className={styles.dayStrip} data-phase="done">
      <Status as="p">
        {text('pack.saved', { count: pages })}{' '}
        {missing.length === 0
          ? text('pack.savedWhole')
          : text('pack.savedMissing', { count: missing.length })}
      </Status>
      <Button size="small" tone="quiet" onPress={() => print.dismiss()}>
        {text('pack.close')}
      </Button>
    </section>
  );
}
