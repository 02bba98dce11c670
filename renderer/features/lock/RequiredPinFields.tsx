import { type FormEvent, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { EMPTY_NEW_PIN, isUsableNewPin, NewPinFields } from '#renderer/shared/lock/NewPinFields.tsx';
import type { LockStore } from '#renderer/state/program/lock.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './lock-screen.module.css';

/** Asks for the first PIN of the open account, which the policy requires. */
export function RequiredPinFields({ lock }: { readonly lock: LockStore }) {
  const text = useText();
  const [newPin, setNewPin] = useState(EMPTY_NEW_PIN);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setNewPin((typed) => ({ ...typed, isChecked: true }));
    if (isBusy || !isUsableNewPin(newPin)) return;
    setBusy(true);
    setError(await lock.setRequiredPin(newPin.pin));
    setBusy(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <form className={styles.lockForm} onSubmit={submit} noValidate>
      <p>{text('lock.required.lead')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one form of a screen that covers the window */}
      <NewPinFields value={newPin} onChange={setNewPin} autoFocus />
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <div className={fieldStyles.formActions}>
        <Button tone="primary" type="submit" isPending={isBusy}>
          {text(isBusy ? 'lock.settings.saving' : 'lock.settings.save')}
        </Button>
        <Button tone="quiet" onPress={() => void lock.lockNow()}>
          {text('lock.settings.now')}
        </Button>
      </div>
    </form>
  );
}
