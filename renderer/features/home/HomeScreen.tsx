import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { PackStatus } from '#renderer/shared/downtime-pack/PackStatus.tsx';
import { useDayChange } from '#renderer/shared/query/use-query.ts';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { getOldestSyncTime } from '#renderer/state/sync/health.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useFirstStores, useStoresIfRead, useStoresReader } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { ChoiceButtons } from '#renderer/ui/ChoiceButtons.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { Charts } from './Charts.tsx';
import { findUndercountReason } from './undercount-reason.ts';
import { Queues } from './Queues.tsx';
import styles from './home.module.css';
import { Status } from '#renderer/ui/Status.tsx';
import { Printer } from 'lucide-react';
import { createLazyComponent, ShowLazy } from '#renderer/shared/lazy.tsx';
import type { HandoverQueue } from '#renderer/state/home/handover.ts';
import { HOME_REVIEW_SCOPES, type HomeQueueCounts } from '#renderer/state/home/home.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { type HomeQueue, useHomeQueues } from './queue-rows.ts';

const PRINTED_HANDOVER = createLazyComponent(
  async () => (await import('./PrintedHandover.tsx')).PrintedHandover,
);

/**
 * The rows of reviews and of unusual statuses are printed; of the other queues the number is enough. Due reminders of all kinds
 * have a table of their own on the sheet.
 */
function toHandoverQueue({ label, count, link, group, id }: HomeQueue): HandoverQueue {
  const isPrinted = group === 'reviews' || id.startsWith('status ');
  return { id, label, count, query: isPrinted && link?.screen === 'requisitions' ? link.query : null };
}

/** Stands for the sheet until its store is read. */
const NO_HANDOVER = createStore(() => ({ isBusy: false }));

/** The button that prints the handover sheet of what is counted, and the sheet while it is printed. */
function HandoverButton({ counted }: { readonly counted: HomeQueueCounts }) {
  const text = useFirstText();
  const handover = useStoresIfRead()?.handover;
  const reader = useStoresReader();
  const isBusy = useStore(handover?.store ?? NO_HANDOVER, (state) => state.isBusy);
  const rows = useHomeQueues(counted);
  // A sheet that is still being read must not be printed when the button is shown again, with what was true then.
  useEffect(() => handover?.reset, [handover]);
  return (
    <>
      <Button
        icon={<Icon shape={Printer} />}
        isPending={isBusy}
        onPress={() => reader.run((stores) => void stores.handover.print(rows.map(toHandoverQueue)))}
      >
        {text('home.handover.print')}
      </Button>
      <ShowLazy component={PRINTED_HANDOVER} props={{}} isNeeded={isBusy} />
    </>
  );
}

/** Interval at which the queues are counted again without a change of a record. */
const RECOUNT_MS = 30_000;
const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 36;

/** Says how current and complete the numbers of the home screen are. */
function Freshness() {
  const text = useFirstText();
  const { health, home } = useFirstStores();
  const { asOf } = useDateFormat();
  const now = useCurrentTime();
  const known = useStore(health.store, (state) => state.health);
  const error = useStore(home.store, (state) => state.error);
  const hasCounts = useStore(home.store, ({ counted }) => counted !== null);
  const at = known === null ? null : getOldestSyncTime(known.kinds);
  const gap = findUndercountReason(known);
  return (
    <div className={styles.freshness}>
      {at !== null && <p className="muted">{text('home.asOf', { when: asOf(at, now) })}</p>}
      {gap !== null && <Status as="p">{text(`home.${gap}`)}</Status>}
      {error !== null && hasCounts && (
        <p role="alert" className="error-text">
          {text('home.failed')} {getErrorSentence(error)} {text('home.stale')}
        </p>
      )}
    </div>
  );
}

/** Which reviews are counted: the user's, with those that name no reviewer, or all. */
function ScopeChoice() {
  const text = useFirstText();
  const { home, session } = useFirstStores();
  const scope = useStore(home.store, (state) => state.scope);
  const isKnown = useStore(session.store, ({ accounts }) => getOwnUserId(accounts) !== null);
  if (!isKnown) return <p className={styles.scopeHint}>{text('home.unknownUser')}</p>;
  return (
    <div className={styles.scope}>
      <ChoiceButtons
        label={text('home.scope')}
        choices={HOME_REVIEW_SCOPES}
        chosen={scope}
        onChoose={home.choose}
        className={styles.scopes}
        buttonClassName={styles.scopeButton}
        render={(each) => text(`home.scopes.${each}`)}
      />
      {scope === 'own' && <p className={styles.scopeHint}>{text('home.ownMeans')}</p>}
    </div>
  );
}

/** The first screen: what needs work, as queues that open their lists. */
export function HomeScreen() {
  const text = useFirstText();
  const { home } = useFirstStores();
  const { counted, error } = useStore(home.store);
  // A deadline passes and a reminder becomes due without any change of a record.
  useEffect(() => {
    // The first count is requested when the account opens; a request here would repeat it.
    const before = home.store.getState();
    if (before.counted !== null || before.error !== null) home.invalidate();
    const timer = setInterval(home.invalidate, RECOUNT_MS);
    return () => clearInterval(timer);
  }, [home]);
  useDayChange(home.invalidate);
  return (
    <SingleColumnPage width="full">
      <header className={styles.head}>
        <h1>{text('home.title')}</h1>
        <Freshness />
        {counted !== null && <HandoverButton counted={counted} />}
      </header>
      <PackStatus shows="all" hasSettingsButton />
      <div className={styles.columns}>
        <section className={styles.work} data-tour="queues" aria-label={text('home.queues')}>
          <div className={styles.workHead}>
            <h2>{text('home.queues')}</h2>
            <ScopeChoice />
          </div>
          {counted !== null && <Queues counted={counted} />}
          {counted === null &&
            (error === null ? (
              <Skeleton label={text('home.counting')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
            ) : (
              <EmptyPaneMessage
                role="alert"
                title={text('home.failed')}
                hint={getErrorSentence(error)}
                action={{ label: text('list.tryAgain'), run: home.invalidate }}
              />
            ))}
        </section>
        <Charts />
      </div>
    </SingleColumnPage>
  );
}
