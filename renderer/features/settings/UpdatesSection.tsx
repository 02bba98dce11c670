import { useStore } from 'zustand';
import { UPDATE_CHANNELS, type UpdateState } from '#contract/updates.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { LongText } from '#renderer/ui/LongText.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { createDateFormat } from '#renderer/ui/format.ts';
import styles from './settings.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** The version, whether there is a newer one, and how it is installed. */
export function UpdatesSection() {
  const text = useText();
  const { updates: store } = useStores();
  const { updates, error } = useStore(store.store);
  return (
    <Section level={2} title={text('updates.title')}>
      {error !== null && (
        <p className="error-text" role="alert">
          {text('updates.notRead')}
        </p>
      )}
      {updates !== null && (updates.mode === 'off' ? <ManagedUpdates /> : <Updates updates={updates} />)}
    </Section>
  );
}

function ManagedUpdates() {
  return <p className={styles.settingsHelp}>{useText()('updates.off')}</p>;
}

interface UpdatesProps {
  readonly updates: UpdateState;
}

function Updates({ updates }: UpdatesProps) {
  const text = useText();
  const { updates: store } = useStores();
  const { phase, failure, obstacle } = updates;
  return (
    <div className={styles.updates}>
      <Status as="p" isQuietAtFirst>
        {useStateSentence(updates)}
      </Status>
      {failure !== null && (
        <p className="error-text" role="alert">
          {text(`updates.failure.${failure}`)}
        </p>
      )}
      {obstacle !== null && (
        <p className="error-text" role="alert">
          {text(`updates.obstacle.${obstacle}`)}
        </p>
      )}
      <NewVersion updates={updates} />
      <div className={styles.updateActions}>
        {phase === 'ready' ? (
          <Button tone="primary" onPress={() => void store.install()}>
            {text('updates.install')}
          </Button>
        ) : (
          <ButtonWithDisabledReason
            reason={phase === 'idle' ? null : text('disabled.updating')}
            onPress={() => void store.check()}
          >
            {text(phase === 'checking' ? 'updates.checking' : 'updates.check')}
          </ButtonWithDisabledReason>
        )}
      </div>
      <Channel updates={updates} />
    </div>
  );
}

/** Which releases are offered: the user's choice, unless a policy decides. */
function Channel({ updates: { isFixed, channel } }: UpdatesProps) {
  const text = useText();
  const { store, choose } = useStores().preferences;
  const { settings } = useStore(store);
  if (isFixed) return <p className={styles.settingsHelp}>{text(`updates.fixed.${channel}`)}</p>;
  return (
    <RadioGroup
      label={text('updates.channel')}
      options={UPDATE_CHANNELS.map((value) => ({ value, label: text(`updates.channels.${value}`) }))}
      value={settings.updateChannel}
      onChange={(updateChannel) => void choose({ updateChannel })}
    />
  );
}

/** Returns one sentence about the state of updates, such as checking or downloading. */
function useStateSentence({ phase, percent, available, current, checkedAt, failure }: UpdateState): string {
  const text = useText();
  const format = createDateFormat(
    useStore(useStores().preferences.store, ({ settings }) => settings.timeZone),
  );
  if (phase === 'downloading') return text('updates.downloading', { percent });
  if (phase === 'installing') return text('updates.installing');
  if (available !== null) {
    const { version, releasedAt } = available;
    if (phase === 'ready') return text('updates.ready', { version });
    return text('updates.available', { version, date: format.date(releasedAt), current });
  }
  if (checkedAt === null) return text('updates.never');
  const when = format.dateTime(checkedAt);
  return failure === null
    ? text('updates.upToDate', { version: current, when })
    : text('updates.lastChecked', { version: current, when });
}

/** The notes of the new version, as text, and what happens when it is installed. */
function NewVersion({ updates: { available, installer, phase } }: UpdatesProps) {
  const text = useText();
  if (available === null) return null;
  const { version, notes } = available;
  return (
    <>
      {installer === 'administrator' && <p>{text('updates.byAdministrator')}</p>}
      {phase === 'ready' && <p className={styles.settingsHelp}>{text('updates.kept')}</p>}
      <h3 className={styles.updateNotesTitle}>{text('updates.notes', { version })}</h3>
      {notes === '' ? (
        <p className={styles.settingsHelp}>{text('updates.noNotes')}</p>
      ) : (
        <LongText text={notes} moreLabel={(count) => text('updates.more', { count })} />
      )}
    </>
  );
}
