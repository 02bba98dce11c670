import { useState } from 'react';
import { useStore } from 'zustand';
import { settingsSchema } from '#contract/settings.ts';
import { RecoveryCodePanel } from '#renderer/shared/lock/RecoveryCodePanel.tsx';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { getOpenAccountId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import { PinFields, type PinChange } from './PinFields.tsx';
import styles from './settings.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** The choices of the time without input after which the window locks, in minutes. */
const LOCK_MINUTES = ['1', '2', '3', '5', '10', '15'] as const;

const MOST_MINUTES = settingsSchema.shape.lockAfterMinutes.maxValue ?? Number.MAX_SAFE_INTEGER;

/** When the window locks, and the PIN of the open account. */
export function LockSection() {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { lock, session } = useStores();
  const state = useStore(lock.store, (state) => state.lock);
  const code = useStore(lock.store, (state) => state.recoveryCode);
  const isOpen = useStore(session.store, ({ accounts }) => getOpenAccountId(accounts) !== null);
  const [change, setChange] = useState<PinChange | null>(null);
  const [done, setDone] = useState<PinChange | null>(null);

  function begin(what: PinChange): void {
    setDone(null);
    setChange(what);
  }

  function finish(what: PinChange | null): void {
    setChange(null);
    setDone(what);
  }

  const isIdle = isOpen && change === null && code === null;
  return (
    <Section level={2} title={text('lock.settings.title')}>
      <LockMinutes />
      <PinSummary isOpen={isOpen} />
      <Status as="p">
        {done === 'set' && text('lock.settings.saved')}
        {done === 'remove' && text('lock.settings.removed')}
      </Status>
      <RecoveryCodePanel lock={lock} />
      {change !== null && code === null && <PinFields change={change} onDone={finish} />}
      {isIdle && (
        <div className={fieldStyles.formActions}>
          {state?.canHavePin === true && <PinActions hasPin={state.hasPin} onChoose={begin} />}
          <ButtonWithHint shortcut={keyLabel('window.lock')} onPress={() => void lock.lockNow()}>
            {text('lock.settings.now')}
          </ButtonWithHint>
        </div>
      )}
    </Section>
  );
}

interface PinActionsProps {
  readonly hasPin: boolean;
  readonly onChoose: (change: PinChange) => void;
}

/** The buttons that set, change or remove the PIN or renew the recovery code. */
function PinActions({ hasPin, onChoose }: PinActionsProps) {
  const text = useText();
  const isRequired = useStore(useStores().computer.store, getPolicy)?.requirePin ?? false;
  return (
    <>
      <Button onPress={() => onChoose('set')}>
        {text(hasPin ? 'lock.settings.change' : 'lock.settings.set')}
      </Button>
      {hasPin && (
        <>
          <Button onPress={() => onChoose('renew')}>{text('lock.settings.renew')}</Button>
          {!isRequired && <Button onPress={() => onChoose('remove')}>{text('lock.settings.remove')}</Button>}
        </>
      )}
    </>
  );
}

/** Says whether the open account has a PIN, and whether the policy requires one. */
function PinSummary({ isOpen }: { readonly isOpen: boolean }) {
  const text = useText();
  const { lock, computer } = useStores();
  const state = useStore(lock.store, (state) => state.lock);
  const isRequired = useStore(computer.store, getPolicy)?.requirePin ?? false;
  if (state === null) return null;
  const key = (): 'noAccount' | 'demo' | 'has' | 'none' => {
    if (!isOpen) return 'noAccount';
    if (!state.canHavePin) return 'demo';
    return state.hasPin ? 'has' : 'none';
  };
  return (
    <p className={styles.settingsHelp}>
      {text(`lock.settings.${key()}`)} {isRequired && text('lock.settings.required')}
    </p>
  );
}

/** The time without input after which the window locks; a policy may allow less than the user's choice. */
function LockMinutes() {
  const text = useText();
  const { preferences, computer } = useStores();
  const chosen = useStore(preferences.store, ({ settings }) => settings.lockAfterMinutes);
  const most = useStore(computer.store, getPolicy)?.lockAfterMinutes ?? MOST_MINUTES;
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
      {most < MOST_MINUTES && (
        <p className={styles.settingsHelp}>{text('lock.settings.limited', { count: most })}</p>
      )}
    </>
  );
}
