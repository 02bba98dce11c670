import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { LockStore } from '#renderer/state/program/lock.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './lock.module.css';

/**
 * Shows a new recovery code until the user has written it down. It can be neither copied by a button nor printed:
 * clipboard and print queue of a shared computer would keep it.
 */
export function RecoveryCodePanel({ lock }: { readonly lock: LockStore }) {
  const text = useText();
  const code = useStore(lock.store, (state) => state.recoveryCode);
  const shown = useRef<HTMLElement>(null);
  // Scrolls the code into view: the focus that the button gets does not scroll.
  useEffect(() => {
    if (code !== null) shown.current?.scrollIntoView({ block: 'center' });
  }, [code]);
  if (code === null) return null;
  return (
    <Section level={2} title={text('lock.code.title')}>
      <p>{text('lock.code.lead')}</p>
      <code ref={shown} className={styles.recoveryCode}>
        {code}
      </code>
      <p className={styles.lockHelp}>{text('lock.code.care')}</p>
      <div className={fieldStyles.formActions}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone */}
        <Button tone="primary" autoFocus onPress={lock.forgetRecoveryCode}>
          {text('lock.code.written')}
        </Button>
      </div>
    </Section>
  );
}
