import { useStore } from 'zustand';
import { getPolicy } from '#renderer/state/computer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import styles from './settings.module.css';

/** The choices of the time without use after which copies are removed from this computer, in days. */
const RETENTION_DAYS = ['7', '14', '30', '90', '365'] as const;

/** After how many days unused copies are removed; a policy may allow less than the user's choice. */
export function RetentionSection() {
  const text = useText();
  const { preferences, computer } = useStores();
  const chosen = useStore(preferences.store, ({ settings }) => settings.retentionDays);
  const most = useStore(computer.store, getPolicy)?.retention?.days ?? null;
  const isStopped = useStore(computer.store, ({ status }) => (status?.problems ?? []).length > 0);
  const applied = String(most === null ? chosen : Math.min(chosen, most));
  const choices = [...new Set([...RETENTION_DAYS, applied])]
    .filter((days) => most === null || Number(days) <= most)
    .toSorted((a, b) => Number(a) - Number(b));
  return (
    <Section level={2} title={text('retention.title')}>
      <RadioGroup
        label={text('retention.after')}
        options={choices.map((value) => ({ value, label: text('retention.days', { count: Number(value) }) }))}
        value={applied}
        onChange={(days) => void preferences.choose({ retentionDays: Number(days) })}
      />
      {most !== null && <p className={styles.settingsHelp}>{text('retention.limited', { count: most })}</p>}
      {isStopped && <p className={styles.settingsHelp}>{text('retention.stopped')}</p>}
      <p className={styles.settingsHelp}>{text('retention.what')}</p>
      <p className={styles.settingsHelp}>{text('retention.stays')}</p>
    </Section>
  );
}
