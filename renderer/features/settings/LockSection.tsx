import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { getErrorSentence } from '#contract/result.ts';
import { EMPTY_NEW_PIN, isUsablePin, NewPinFields } from '#renderer/shared/lock/NewPinFields.tsx';
import { PinField } from '#renderer/shared/lock/PinField.tsx';
import { RecoveryCodePanel } from '#renderer/shared/lock/RecoveryCodePanel.tsx';
import { getPolicy } from '#renderer/state/computer.ts';
import { getOpenAccountId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './settings.module.css';

/** The choices of the time without input after which the window locks, in minutes. */
const LOCK_MINUTES = ['1', '2', '3', '5', '10', '15'] as const;

/** What the user is changing about the PIN. */
type PinChange = 'set' | 'remove' | 'renew';

/** When the window locks, and the PIN of the open account. */
export function LockSection() {
  const text = useText();
  const { lock, session } = useStores();
  const state = useStore(lock.store, (all) => all.lock);
  const code = useStore(lock.store, (all) => all.recoveryCode);
  const isOpen = useStore(session.store, ({ accounts }) => getOpenAccountId(accounts) !== null);
  const [change, setChange] = useState<PinChange | null>(null);
  const [done, setDone] = useState<PinChange | null>(null);

  function finish(what: PinChange | null): void {
    setChange(null);
    setDone(what);
  }

  const canChange = isOpen && state?.canHavePin === true && change === null && code === null;
  return (
    <Section level={2} title={text('lock.settings.title')}>
      <LockMinutes />
      <PinSummary isOpen={isOpen} />
      <output>
        {done === 'set' && text('lock.settings.saved')}
        {done === 'remove' && text('lock.settings.removed')}
      </output>
      <RecoveryCodePanel lock={lock} />
      {change !== null && code === null && <PinForm change={change} onDone={finish} />}
      {canChange && (
        <div className={fieldStyles.formActions}>
          <Button onPress={() => setChange('set')}>
            {text(state.hasPin ? 'lock.settings.change' : 'lock.settings.set')}
          </Button>
          {state.hasPin && (
            <>
              <Button onPress={() => setChange('renew')}>{text('lock.settings.renew')}</Button>
              <Button onPress={() => setChange('remove')}>{text('lock.settings.remove')}</Button>
            </>
          )}
          <Button onPress={() => void lock.lockNow()}>{text('lock.settings.now')}</Button>
        </div>
      )}
    </Section>
  );
}

/** How the open account is protected. */
function PinSummary({ isOpen }: { readonly isOpen: boolean }) {
  const text = useText();
  const state = useStore(useStores().lock.store, (all) => all.lock);
  if (state === null) return null;
  const key = (): 'noAccount' | 'demo' | 'has' | 'none' => {
    if (!isOpen) return 'noAccount';
    if (!state.canHavePin) return 'demo';
    return state.hasPin ? 'has' : 'none';
  };
  return <p className={styles.settingsHelp}>{text(`lock.settings.${key()}`)}</p>;
}

/** The time without input after which the window locks; a policy may allow less than the user's choice. */
function LockMinutes() {
  const text = useText();
  const { preferences, computer } = useStores();
  const chosen = useStore(preferences.store, ({ settings }) => settings.lockAfterMinutes);
  const most = useStore(computer.store, getPolicy)?.lockAfterMinutes ?? 15;
  const applied = String(Math.min(chosen, most));
  const choices = [...new Set([...LOCK_MINUTES, applied])]
    .filter((minutes) => Number(minutes) <= most)
    .toSorted((a, b) => Number(a) - Number(b));
  return (
    <>
      <RadioGroup
        label={text('lock.settings.after')}
        options={choices.map((value) => ({
          value,
          label: text('lock.settings.minutes', { count: Number(value) }),
        }))}
        value={applied}
        onChange={(minutes) => void preferences.choose({ lockAfterMinutes: Number(minutes) })}
      />
      {most < 15 && <p className={styles.settingsHelp}>{text('lock.settings.limited', { count: most })}</p>}
    </>
  );
}

interface PinFormProps {
  readonly change: PinChange;
  /** Called with what was changed, or null where the user cancelled. */
  readonly onDone: (what: PinChange | null) => void;
}

/** Sets, changes or removes the PIN, or makes a new recovery code. */
function PinForm({ change, onDone }: PinFormProps) {
  const text = useText();
  const { lock } = useStores();
  const hasPin = useStore(lock.store, (all) => all.lock?.hasPin ?? false);
  const waitUntil = useStore(lock.store, (all) => all.waitUntil);
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
    const isComplete = (!hasPin || pin !== '') && (change !== 'set' || isUsablePin(newPin));
    if (isBusy || !isComplete) return;
    setBusy(true);
    const failure = await send();
    setBusy(false);
    setPin('');
    setNewPin((typed) => ({ ...typed, isChecked: false }));
    setError(failure);
    if (failure === null) onDone(change);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  const isOfPin = error?.code === 'wrong-pin' || error?.code === 'too-many-tries';
  const labels = { set: 'save', remove: 'remove', renew: 'renew' } as const;
  return (
    <form className={styles.pinForm} onSubmit={submit} noValidate>
      {change === 'remove' && <p>{text('lock.settings.removeLead')}</p>}
      {change === 'renew' && <p>{text('lock.settings.renewLead')}</p>}
      {hasPin && (
        <PinField
          label={text('lock.currentPin')}
          value={pin}
          onChange={setPin}
          error={isOfPin ? error : null}
          isMissing={newPin.isChecked && pin === ''}
          waitUntil={waitUntil}
          autoFocus
        />
      )}
      {change === 'set' && <NewPinFields value={newPin} onChange={setNewPin} autoFocus={!hasPin} />}
      {error !== null && !isOfPin && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <div className={fieldStyles.formActions}>
        <Button tone="primary" type="submit" isPending={isBusy}>
          {text(isBusy ? 'lock.settings.saving' : `lock.settings.${labels[change]}`)}
        </Button>
        <Button tone="quiet" onPress={() => onDone(null)}>
          {text('lock.settings.cancel')}
        </Button>
      </div>
    </form>
  );
}
