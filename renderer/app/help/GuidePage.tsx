import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import styles from './help.module.css';

/** The keys that a new user needs first. */
const FIRST_KEYS = [
  'palette.open',
  'search.focus',
  'record.open',
  'review.mark',
  'mark.undo',
  'help.keys',
] as const;
const WORDS = ['requisition', 'form', 'request', 'notification', 'pendingChange', 'draft', 'demo'] as const;
const OFFLINE_STEPS = ['read', 'save', 'look', 'pack'] as const;
const ASK = ['account', 'computer', 'records', 'support'] as const;

/** How Intray is used: keys, words, what to do offline, whom to ask. */
export function GuidePage() {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { view } = useStores();
  return (
    <>
      <section className={styles.part}>
        <h2>{text('help.keys.title')}</h2>
        <dl className={styles.words}>
          {FIRST_KEYS.map((id) => (
            <div key={id} className={styles.wordLine}>
              <dt>{text(`command.${id}`)}</dt>
              <dd>
                <kbd>{keyLabel(id)}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <div className={styles.actions}>
          <Button
            size="small"
            onPress={() => {
              view.showHelp(null);
              view.showShortcutsDialog(true);
            }}
          >
            {text('help.keys.all')}
          </Button>
        </div>
      </section>
      <section className={styles.part}>
        <h2>{text('help.words.title')}</h2>
        <dl className={styles.words}>
          {WORDS.map((word) => (
            <div key={word} className={styles.wordLine}>
              <dt>{text(`help.words.${word}.name`)}</dt>
              <dd>{text(`help.words.${word}.means`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.part}>
        <h2>{text('help.offline.title')}</h2>
        <ol className={styles.steps}>
          {OFFLINE_STEPS.map((step) => (
            <li key={step}>{text(`help.offline.${step}`)}</li>
          ))}
        </ol>
      </section>
      <section className={styles.part}>
        <h2>{text('help.ask.title')}</h2>
        <dl className={styles.words}>
          {ASK.map((about) => (
            <div key={about} className={styles.wordLine}>
              <dt>{text(`help.ask.${about}.name`)}</dt>
              <dd>{text(`help.ask.${about}.who`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
