import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { formatWait, useCountdown } from '#renderer/shared/lock/use-countdown.ts';
import { PinField } from '#renderer/shared/lock/PinField.tsx';
import type { LockStore } from '#renderer/state/program/lock.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './lock-screen.module.css';

interface UnlockFieldsProps {
  readonly lock: LockStore;
  readonly onForgotten: () => void;
}

/** Asks for the PIN of the locked account. The entry is emptied after each try. */
export function UnlockFields({ lock, onForgotten }: UnlockFieldsProps) {
  const text = useText();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const waitUntil = useStore(lock.store, (state) => state.waitUntil);
  const seconds = useCountdown(waitUntil);
  const isWaiting = seconds > 0;

  async function unlock(): Promise<void> {
    if (isBusy || isWaiting || pin === '') return input.current?.focus();
    setBusy(true);
    const failure = await lock.unlock(pin);
    setPin('');
    setError(failure);
    setBusy(false);
    input.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void unlock();
  }

  return (
    <form className={styles.lockForm} onSubmit={submit} noValidate>
      <PinField
        label={text('lock.pin')}
        value={pin}
        onChange={setPin}
        error={error}
        waitUntil={waitUntil}
        inputRef={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a screen that covers the window
        autoFocus
      />
      <div className={fieldStyles.formActions}>
        <ButtonWithDisabledReason
          tone="primary"
          type="submit"
          isPending={isBusy}
          reason={isWaiting ? text('lock.wait', { time: formatWait(seconds) }) : null}
        >
          {text(isBusy ? 'lock.opening' : 'lock.unlock')}
        </ButtonWithDisabledReason>
        <Button tone="quiet" onPress={onForgotten}>
          {text('lock.forgotten')}
        </Button>
      </div>
    </form>
  );
}

/** A button that opens the locked account, which has no PIN. */
export function OpenWithoutPinButton({ lock }: { readonly lock: LockStore }) {
  const text = useText();
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    setBusy(true);
    setError(await lock.unlock(null));
    setBusy(false);
  }

  return (
    <>
      <div className={fieldStyles.formActions}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one action of a screen that covers the window */}
        <Button tone="primary" autoFocus isPending={isBusy} onPress={() => void open()}>
          {text(isBusy ? 'lock.opening' : 'lock.open')}
        </Button>
      </div>
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
    </>
  );
}
