import { FileLock2, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { maySavePdfs } from '#renderer/state/program/computer.ts';
import { useFirstStores, useStoresReader } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Status } from '#renderer/ui/Status.tsx';
import { describeNewestPack, explainPackFailure, type PackDescription } from './describe-pack.ts';
import styles from './downtime-pack.module.css';

interface PackStatusProps {
  /** `problems`: nothing is shown while there is a downtime pack to rely on. */
  readonly shows: 'all' | 'problems';
  /** Whether there is a button that leads to the settings. */
  readonly hasSettingsButton?: boolean;
}

/** What is said about the newest pack; null while packs are switched off, or nothing is known of them. */
function usePackDescription(): PackDescription | null {
  const text = useFirstText();
  const format = useDateFormat();
  const now = useCurrentTime();
  const { schedule, error } = useStore(useFirstStores().packSchedule.store);
  if (schedule?.isOn !== true) return null;
  const about = describeNewestPack(schedule, { text, format, now });
  if (error === null) return about;
  return { sentences: [...about.sentences, explainPackFailure(error, text)], isWarning: true };
}

/** The button that leads to the settings of the packs. */
function SettingsButton({ label }: { readonly label: string }) {
  const { view } = useFirstStores();
  return (
    <Button size="small" tone="quiet" onPress={() => view.go('settings')}>
      {label}
    </Button>
  );
}

/** Says that no packs are made by themselves, where they may be. Nothing while that is not known. */
function NoPacksMade() {
  const text = useFirstText();
  const { packSchedule, computer } = useFirstStores();
  const schedule = useStore(packSchedule.store, (state) => state.schedule);
  const maySave = useStore(computer.store, maySavePdfs);
  if (schedule?.isOn !== false || !maySave) return null;
  return (
    <section className={styles.status} aria-label={text('pack.open')}>
      <div className={styles.words}>
        <Icon shape={FileLock2} />
        <span>{text('packs.off')}</span>
      </div>
      <SettingsButton label={text('packs.setUp')} />
    </section>
  );
}

/**
 * How old the downtime pack is that is made by itself, and what is wrong with it. While packs are switched off, the way to
 * their settings, or nothing.
 */
export function PackStatus({ shows, hasSettingsButton = false }: PackStatusProps) {
  const text = useFirstText();
  const about = usePackDescription();
  if (about === null && shows === 'all' && hasSettingsButton) return <NoPacksMade />;
  if (about === null || (shows === 'problems' && !about.isWarning)) return null;
  const { sentences, isWarning } = about;
  return (
    <section
      className={styles.status}
      data-warning={isWarning ? '' : undefined}
      aria-label={text('pack.open')}
    >
      <div className={styles.words}>
        <Icon shape={isWarning ? TriangleAlert : FileLock2} />
        <Status isQuietAtFirst>{sentences.join(' ')}</Status>
      </div>
      <MakeNowButton />
      {hasSettingsButton && isWarning && <SettingsButton label={text('packs.settings')} />}
    </section>
  );
}

/** Makes a pack at once. */
function MakeNowButton() {
  const text = useFirstText();
  const { packSchedule, computer } = useFirstStores();
  const reader = useStoresReader();
  const isMaking = useStore(packSchedule.store, (state) => state.isMaking);
  const maySave = useStore(computer.store, maySavePdfs);
  const obstacle = isMaking ? text('packs.making') : null;
  return (
    <ButtonWithDisabledReason
      size="small"
      reason={maySave ? obstacle : text('policy.noSaving')}
      onPress={() => reader.run(({ day }) => void day.packs.makeNow())}
    >
      {text('packs.makeNow')}
    </ButtonWithDisabledReason>
  );
}
