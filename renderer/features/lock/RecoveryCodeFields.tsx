import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { EMPTY_NEW_PIN, isUsableNewPin, NewPinFields } from '#renderer/shared/lock/NewPinFields.tsx';
import type { LockStore } from '#renderer/state/program/lock.ts';
import { getErrorSentence, type TextFunction, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Section, SectionLead } from '#renderer/ui/Section.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './lock-screen.module.css';

interface RecoverProps {
  readonly lock: LockStore;
  readonly onBack: () => void;
}

/** Explains to a user who has forgotten the PIN what can be done, with the field for a recovery code. */
export function ForgottenPinHelp({ lock, onBack }: RecoverProps) {
  const text = useText();
  const state = useStore(lock.store, (state) => state.lock);
  const hasCode = state?.hasRecoveryCode === true;
  const hasAdministrator = state?.hasAdministratorKey === true;
  return (
    <Section level={2} title={text('lock.recover.title')}>
      {hasCode && <SectionLead>{text('lock.recover.lead')}</SectionLead>}
      {!hasCode && !hasAdministrator && <p>{text('lock.recover.nothing')}</p>}
      {hasAdministrator && <p>{text('lock.recover.administrator')}</p>}
      {hasCode ? (
        <RecoveryCodeFields lock={lock} onBack={onBack} />
      ) : (
        <div className={fieldStyles.formActions}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone */}
          <Button autoFocus onPress={onBack}>
            {text('lock.recover.back')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function describeCodeProblem(text: TextFunction, code: string, isChecked: boolean, error: AppError | null) {
  if (isChecked && code.trim() === '') return text('lock.recover.empty');
  if (error === null) return undefined;
  const isMistyped = error.code === 'wrong-recovery-code' && error.detail === 'mistyped';
  return isMistyped ? text('lock.recover.mistyped') : getErrorSentence(error);
}

/** The recovery code and a new PIN. */
function RecoveryCodeFields({ lock, onBack }: RecoverProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [newPin, setNewPin] = useState(EMPTY_NEW_PIN);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function recover(): Promise<void> {
    setNewPin((typed) => ({ ...typed, isChecked: true }));
    setError(null);
    if (isBusy || code.trim() === '' || !isUsableNewPin(newPin)) return;
    setBusy(true);
    setError(await lock.recover(code, newPin.pin));
    setBusy(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void recover();
  }

  return (
    <form className={styles.lockForm} onSubmit={submit} noValidate>
      <Field
        label={text('lock.recover.code')}
        help={text('lock.recover.codeHelp')}
        value={code}
        onChange={setCode}
        error={describeCodeProblem(text, code, newPin.isChecked, error)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <NewPinFields value={newPin} onChange={setNewPin} />
      <div className={fieldStyles.formActions}>
        <Button tone="primary" type="submit" isPending={isBusy}>
          {text(isBusy ? 'lock.opening' : 'lock.recover.submit')}
        </Button>
        <Button tone="quiet" onPress={onBack}>
          {text('lock.recover.back')}
        </Button>
      </div>
    </form>
  );
}
