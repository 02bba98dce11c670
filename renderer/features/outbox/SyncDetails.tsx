import type { AppError } from '#contract/result.ts';
import type { KindHealth, Health } from '#contract/sync-health.ts';
import {
  roundUpToMinute,
  useCurrentTime,
  useDateFormat,
  useIsInFuture,
} from '#renderer/shared/record/date-time.tsx';
import { isSyncing } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { getErrorSentence, type TextFunction, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import styles from './sync.module.css';

/** The error of a kind of record; null where it is that of all requests, which is said above the kinds. */
function getOwnError({ error }: KindHealth, ofAll: AppError | null): AppError | null {
  const isOfAll = error?.code === ofAll?.code && error?.serverWords === ofAll?.serverWords;
  return isOfAll ? null : error;
}

/** Why a kind of record is not up to date, beside the error of all requests; empty if it is. */
function formatBehind(text: TextFunction, { state, suspected }: KindHealth, error: AppError | null): string {
  return [
    ...(error === null ? [] : [getErrorSentence(error)]),
    ...(state === 'incomplete' ? [text('health.behind')] : []),
    ...(suspected > 0 ? [text('health.suspected', { count: suspected })] : []),
  ].join(' ');
}

/** The sync state of each kind of record: what is not up to date, why, and the available actions. */
export function SyncDetails({ health }: { readonly health: Health }) {
  const text = useText();
  const { sync, cancel } = useStores().health;
  const isRunning = isSyncing(health);
  return (
    <div className={styles.health}>
      {health.error !== null && <p className={styles.healthError}>{getErrorSentence(health.error)}</p>}
      <SyncPauseNote health={health} />
      {health.cacheSetAside && <p className={styles.healthNote}>{text('health.cacheReplaced')}</p>}
      {health.cacheExpired && <p className={styles.healthNote}>{text('banner.cacheExpired')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.healthScroll} tabIndex={0} aria-label={text('sync.details')}>
        <table className={styles.healthKinds}>
          <thead>
            <tr>
              <th scope="col">{text('health.kind')}</th>
              <th scope="col" className={styles.number}>
                {text('health.cached')}
              </th>
              <th scope="col" className={styles.number}>
                {text('health.received')}
              </th>
              <th scope="col" className={styles.number}>
                {text('health.quarantined')}
              </th>
              <th scope="col">{text('health.lastSuccess')}</th>
              <th scope="col">{text('health.lastChecked')}</th>
              <th scope="col">{text('health.order')}</th>
            </tr>
          </thead>
          {health.kinds.map((kind) => (
            <KindRows key={kind.kind} kind={kind} ofAll={health.error} />
          ))}
        </table>
      </section>
      {countMissingToConfirm(health) > 0 && (
        <p className={styles.healthNote}>
          {text('health.missing', { count: countMissingToConfirm(health) })}
        </p>
      )}
      {health.kinds.some(({ quarantined }) => quarantined > 0) && (
        <p className={styles.healthNote}>{text('health.quarantinedHint')}</p>
      )}
      <Button onPress={() => void (isRunning ? cancel() : sync())}>
        {text(isRunning ? 'sync.stop' : 'sync.now')}
      </Button>
    </div>
  );
}

/** Until when requests are paused, and when they resume automatically. */
function SyncPauseNote({ health }: { readonly health: Health }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { pausedUntil, nextRefreshAt, connection } = health;
  const isPaused = useIsInFuture(pausedUntil);
  if (pausedUntil !== null && isPaused) {
    const why = connection === 'offline' ? 'health.pausedOffline' : 'health.paused';
    return (
      <p className={styles.healthError}>{text(why, { when: asOf(roundUpToMinute(pausedUntil), now) })}</p>
    );
  }
  if (nextRefreshAt === null) return null;
  return (
    <p className={styles.healthNote}>{text('health.nextRefresh', { when: asOf(nextRefreshAt, now) })}</p>
  );
}

/** The number of missing records that need the user. */
function countMissingToConfirm({ missing: { held, open } }: Health): number {
  return held + open;
}

const COLUMNS = 7;

interface KindRowsProps {
  readonly kind: KindHealth;
  /** The error of all requests, which is said above. */
  readonly ofAll: AppError | null;
}

function KindRows({ kind, ofAll }: KindRowsProps) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { sync } = useStores().health;
  const when = (at: KindHealth['lastSuccessAt']) =>
    at === null ? text('health.neverComplete') : asOf(at, now);
  const error = getOwnError(kind, ofAll);
  const behind = formatBehind(text, kind, error);
  return (
    <tbody>
      <tr>
        <th scope="row">
          {text(`screen.${SCREEN_BY_KIND[kind.kind]}`)}
          <span className={styles.healthState}>{text(`health.state.${kind.state}`)}</span>
        </th>
        <td className={styles.number}>{formatCount(kind.cached)}</td>
        <td className={styles.number}>{formatCount(kind.received)}</td>
        <td className={styles.number}>{formatCount(kind.quarantined)}</td>
        <td>{when(kind.lastSuccessAt)}</td>
        <td>{when(kind.lastCheckedAt)}</td>
        <td>{text(`health.orders.${kind.order ?? 'unknown'}`)}</td>
      </tr>
      {behind !== '' && (
        <tr>
          <td colSpan={COLUMNS} className={styles.healthBehind} data-failed={error === null ? undefined : ''}>
            <div>
              <span>{behind}</span>
              {error !== null && kind.state !== 'running' && (
                <Button size="small" onPress={() => void sync([kind.kind])}>
                  {text('health.tryAgain')}
                </Button>
              )}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}
