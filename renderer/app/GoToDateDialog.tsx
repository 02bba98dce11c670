import { useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField } from '#renderer/ui/DateField.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './GoToDateDialog.module.css';
import { goToDay } from './list-by-time.ts';

/** Asks for a date and goes to the first row of that day in the list on screen. */
export function GoToDateDialog() {
  const text = useText();
  const { view } = useStores();
  const isOpen = useStore(view.store, (state) => state.isGoToDateOpen);
  return (
    <ModalDialog isOpen={isOpen} onOpenChange={view.showGoToDate}>
      <Heading slot="title" level={2}>
        {text('goToDate.title')}
      </Heading>
      <DateForm />
    </ModalDialog>
  );
}

function DateForm() {
  const text = useText();
  const stores = useStores();
  const { zone } = useDateFormat();
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (goToDay(stores, day, zone)) stores.view.showGoToDate(false);
    else setProblem(text('goToDate.noDate'));
  }
  return (
    <form className={styles.dateForm} onSubmit={submit} noValidate>
      <DateField
        label={text('goToDate.date')}
        help={text('goToDate.help')}
        value={day}
        error={problem}
        onChange={(value) => {
          setDay(value);
          setProblem(undefined);
        }}
        reportsIncomplete
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <DialogActions>
        <Button type="submit" tone="primary">
          {text('goToDate.go')}
        </Button>
        <Button onPress={() => stores.view.showGoToDate(false)}>{text('goToDate.cancel')}</Button>
      </DialogActions>
    </form>
  );
}
