import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { EMPTY_NEW_PIN, isUsableNewPin, NewPinFields } from '#renderer/shared/lock/NewPinFields.tsx';
import { formatWait, useCountdown } from '#renderer/shared/lock/use-countdown.ts';
import { PinField } from '#renderer/shared/lock/PinField.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './settings.module.css';

/** What the fields are for: set a PIN, remove it, or renew the recovery code. */
export type PinChange = 'set' | 'remove' | 'renew';

interface PinFieldsProps {
  readonly change: PinChange;
  /** Called with what was changed, or null where the user cancelled. */
  readonly onDone: (what: PinChange | null) => void;
}

const SUBMIT_TEXTS = { set: 'save', remove: 'remove', renew: 'renew' } as const;

/** Keeps what is typed until it is sent; the PINs are emptied once they were used. */
function usePinChange({ change, onDone }: PinFieldsProps) {
  const { lock } = useStores();
  const hasPin = useStore(lock.store, (state) => state.lock?.hasPin ?? false);
  const waitUntil = useStore(lock.store, (state) => state.waitUntil);
  const waitSeconds = useCountdown(waitUntil);
  const isWaiting = waitSeconds > 0;
  const [pin, setPin] = useState('');
  const [newPin, setNewPin] = useState(EMPTY_NEW_PIN);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  function send(): Promise<AppError | null> {
    if (change === 'remove') return lock.removePin(pin);
    if (change === 'renew') return lock.renewRecoveryCode(pin);
    return lock.setPin(newPin.pin, hasPin ? pin : null);
  }

  async function save(): Promise<void> {
    setNewPin((typed) => ({ ...typed, isChecked: true }));
    const isComplete = (!hasPin || pin !== '') && (change !== 'set' || isUsableNewPin(newPin));
    if (isBusy || isWaiting || !isComplete) return;
    setBusy(true);
    const failure = await send();
    setBusy(false);
    setPin('');
    // A new PIN that was not saved stays for the next try.
    setNewPin((typed) => (failure === null ? EMPTY_NEW_PIN : { ...typed, isChecked: false }));
    setError(failure);
    if (failure === null) onDone(change);
  }

  return { hasPin, waitUntil, waitSeconds, pin, setPin, newPin, setNewPin, error, isBusy, save };
}

/** Sets, changes or removes the PIN, or makes a new recovery code. */
export function PinFields({ change, onDone }: PinFieldsProps) {
  const text = useText();
  const { hasPin, error, isBusy, ...form } = usePinChange({ change, onDone });

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.save();
  }

  return (
    <form className={styles.pinForm} onSubmit={submit} noValidate>
      {change === 'remove' && <p>{text('lock.settings.removeLead')}</p>}
      {change === 'renew' && <p>{text('lock.settings.renewLead')}</p>}
      {hasPin && (
        <PinField
          label={text('lock.currentPin')}
          value={form.pin}
          onChange={form.setPin}
          error={isOfPin(error) ? error : null}
          isMissing={form.newPin.isChecked && form.pin === ''}
          waitUntil={form.waitUntil}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
          autoFocus
        />
      )}
      {change === 'set' && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        <NewPinFields value={form.newPin} onChange={form.setNewPin} autoFocus={!hasPin} />
      )}
      {error !== null && !isOfPin(error) && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <div className={fieldStyles.formActions}>
        <ButtonWithDisabledReason
          tone="primary"
          type="submit"
          isPending={isBusy}
          reason={form.waitSeconds > 0 ? text('lock.wait', { time: formatWait(form.waitSeconds) }) : null}
        >
          {text(isBusy ? 'lock.settings.saving' : `lock.settings.${SUBMIT_TEXTS[change]}`)}
        </ButtonWithDisabledReason>
        <Button tone="quiet" onPress={() => onDone(null)}>
          {text('lock.settings.cancel')}
        </Button>
      </div>
    </form>
  );
}

function isOfPin(error: AppError | null): boolean {
  return error?.code === 'wrong-pin' || error?.code === 'too-many-tries';
}
