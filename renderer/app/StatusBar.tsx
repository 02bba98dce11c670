import { CircleCheck, CloudOff, LoaderCircle, RefreshCw, Square, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { OutboxCounts } from '#contract/outbox.ts';
import type { Health } from '#contract/sync-health.ts';
import type { EpochMs } from '#contract/time.ts';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import {
  roundUpToMinute,
  useCurrentTime,
  useDateFormat,
  useIsInFuture,
} from '#renderer/shared/record/date-time.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { countPending } from '#renderer/state/sync/health.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import {
  getErrorSentence,
  joinTexts,
  type FirstTextFunction,
  useFirstText,
} from '#renderer/text/first-text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { type SyncStatus, SYNC_TONES, toSyncStatus, type SyncTone } from './sync-labels.ts';
import { useAnnouncement } from '#renderer/ui/Status.tsx';
import { AccountBadge } from './AccountBadge.tsx';
import { LAZY_SYNC_DETAILS } from './lazy-parts.ts';
import { useShownList, useShowsUnsent } from './shown-list.ts';
import styles from './StatusBar.module.css';

/**
 * The outbox as text: the number of pending changes, and how many of them are uncertain or need a decision.
 */
export function formatOutboxCounts(text: FirstTextFunction, counts: OutboxCounts): string {
  const { uncertain, needsYou, rejected } = counts;
  const person = needsYou + rejected;
  const all = countPending(counts);
  if (all === 0) return text('waits.none');
  return [
    text('waits.all', { count: all }),
    ...(uncertain > 0 ? [text('waits.unsure', { count: uncertain })] : []),
    ...(person > 0 ? [text('waits.person', { count: person })] : []),
  ].join(' · ');
}

/** Link to the outbox, with the number of pending changes. */
function OutboxText() {
  const text = useFirstText();
  const { health, view } = useFirstStores();
  const known = useStore(health.store, (state) => state.health);
  const showsUnsent = useShowsUnsent();
  const decisions = known === null ? 0 : known.outbox.needsYou + known.outbox.rejected;
  // What was saved has said so itself: only what needs the user is news.
  useAnnouncement(decisions === 0 ? null : text('waits.person', { count: decisions }));
  if (known === null) return null;
  // The visible list may be older than the outbox count; the two must not contradict each other.
  const isBehind = showsUnsent && countPending(known.outbox) === 0;
  return (
    <span className={styles.statusOutbox} data-person={decisions > 0 ? '' : undefined}>
      <Button tone="bar" size="tiny" onPress={() => view.go('outbox')}>
        <span>{isBehind ? text('waits.behind') : formatOutboxCounts(text, known.outbox)}</span>
      </Button>
    </span>
  );
}

type Dated = Extract<SyncStatus, { readonly asOf: EpochMs | null }>['say'];

const DATED: Readonly<
  Record<Dated, 'sync.upToDate' | 'sync.incomplete' | 'sync.failedAsOf' | 'sync.behindAsOf' | 'sync.asOf'>
> = {
  'up-to-date': 'sync.upToDate',
  incomplete: 'sync.incomplete',
  failed: 'sync.failedAsOf',
  behind: 'sync.behindAsOf',
  offline: 'sync.asOf',
  'signed-out': 'sync.asOf',
  trouble: 'sync.asOf',
};

const UNDATED = { incomplete: 'sync.incompleteNever', failed: 'sync.failed' } as const;

const PLAIN = {
  starting: 'sync.starting',
  restarting: 'sync.restarting',
  'no-account': 'sync.noAccount',
  opening: 'sync.opening',
  never: 'sync.never',
  reading: 'sync.reading',
  unread: 'sync.unread',
} as const;

function formatStatus(text: FirstTextFunction, status: SyncStatus, when: (at: EpochMs) => string): string {
  if (status.say === 'running') {
    const parts = status.kinds.map(({ kind, received }) =>
      text('sync.received', { kind: text(`screen.${SCREEN_BY_KIND[kind]}`), count: received }),
    );
    return text('sync.runningParts', { parts: parts.join(' · ') });
  }
  if (!('asOf' in status)) return text(PLAIN[status.say]);
  if (status.say === 'failed' && status.parts.length > 0) {
    const what = joinTexts(
      status.parts.map((kind) => text(`screen.${SCREEN_BY_KIND[kind]}`)),
      'unit',
    );
    return status.asOf === null
      ? text('sync.partFailed', { what })
      : text('sync.partFailedAsOf', { what, when: when(status.asOf) });
  }
  if (status.asOf !== null) return text(DATED[status.say], { when: when(status.asOf) });
  if (status.say === 'incomplete' || status.say === 'failed') return text(UNDATED[status.say]);
  return text('sync.never');
}

/** The sync status in one sentence. */
function SyncSentence({ status }: { readonly status: SyncStatus }) {
  const text = useFirstText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  return <>{formatStatus(text, status, (at) => asOf(at, now))}</>;
}

/**
 * Announces the sync status when it is another one than before, and the connection with it. A sync that runs says nothing: it
 * counts, and it begins by itself.
 */
function useSyncAnnouncements(status: SyncStatus, health: Health | null): void {
  const text = useFirstText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const isBusy = SYNC_TONES[status.say] === 'busy';
  const occasion = `${status.say} ${status.say === 'failed' ? status.parts.join(' ') : ''}`;
  const isOnline = health === null || health.connection === 'online';
  const connection = isOnline ? '' : text(`connection.${health.connection}`);
  useAnnouncement(isBusy ? null : connection, occasion);
  useAnnouncement(isBusy ? null : formatStatus(text, status, (at) => asOf(at, now)), occasion);
}

const ICONS = { good: CircleCheck, busy: LoaderCircle, calm: CloudOff, warn: TriangleAlert } as const;

/** The status bar: sync status, connection, current account. */
export function StatusBar() {
  const text = useFirstText();
  const { session, health } = useFirstStores();
  const keyLabel = useGetCommandKeyLabel();
  const known = useStore(health.store, (state) => state.health);
  const status = toSyncStatus(useStore(session.store), known, useShownList());
  useSyncAnnouncements(status, known);
  const refusal = useStore(health.store, (state) => state.refusal);
  useAnnouncement(refusal === null ? null : getErrorSentence(refusal));
  const tone: SyncTone = refusal === null ? SYNC_TONES[status.say] : 'warn';
  return (
    <footer className={styles.statusBar} data-print="hide" data-pane="status" tabIndex={-1}>
      <SyncDetailsButton tone={tone}>
        {refusal === null ? <SyncSentence status={status} /> : getErrorSentence(refusal)}
      </SyncDetailsButton>
      {status.say === 'running' ? (
        <Button
          tone="bar"
          size="tiny"
          icon={<Icon shape={Square} size={12} />}
          onPress={() => void health.cancel()}
        >
          <span className={styles.statusSyncNow}>{text('sync.stop')}</span>
        </Button>
      ) : (
        <ButtonWithHint
          tone="bar"
          size="tiny"
          icon={<Icon shape={RefreshCw} size={14} />}
          name={text('sync.now')}
          shortcut={keyLabel('sync.now')}
          onPress={() => void health.sync()}
        >
          <span className={styles.statusSyncNow}>{text('sync.now')}</span>
        </ButtonWithHint>
      )}
      <Connection />
      <OutboxText />
      <AccountBadge />
    </footer>
  );
}

interface SyncDetailsButtonProps {
  readonly tone: SyncTone;
  readonly children: React.ReactNode;
}

/** The sync sentence as a button that expands its details. */
function SyncDetailsButton({ tone, children }: SyncDetailsButtonProps) {
  const health = useStore(useFirstStores().health.store, (state) => state.health);
  const sentenceId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const sentence = (
    <>
      <Icon shape={ICONS[tone]} size={14} />
      <span id={sentenceId}>{children}</span>
    </>
  );
  if (health === null)
    return (
      <span className={styles.statusSync} data-tone={tone}>
        {sentence}
      </span>
    );
  return (
    <>
      <PlainButton
        ref={button}
        className={styles.statusSync}
        data-tone={tone}
        aria-labelledby={sentenceId}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {sentence}
      </PlainButton>
      <ShowLazy
        component={LAZY_SYNC_DETAILS}
        isNeeded={isOpen}
        props={{ health, trigger: button, isOpen, onOpenChange: setOpen }}
      />
    </>
  );
}

/** Shows whether the last request reached the service, and since when that has been so. */
function Connection() {
  const text = useFirstText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { health, wasOnline } = useStore(useFirstStores().health.store);
  const pausedUntil = health?.pausedUntil ?? null;
  const isPaused = useIsInFuture(pausedUntil);
  if (health === null) return null;
  // The account is open again, such as after files were read that only a closed one lets read: "not yet" would be wrong.
  if (health.connection === 'unknown' && wasOnline) return null;
  const state = text(`connection.${health.connection}`);
  const isNews = health.connection !== 'online' && health.connectionSince !== null;
  // "Offline" explains more than "requests are paused", which is only its consequence.
  if (health.connection !== 'offline' && pausedUntil !== null && isPaused)
    return (
      <span className={styles.statusConnection} data-connection="paused" data-tooltip-cut="">
        {text('connection.paused', { when: asOf(roundUpToMinute(pausedUntil), now) })}
      </span>
    );
  return (
    <span className={styles.statusConnection} data-connection={health.connection} data-tooltip-cut="">
      {isNews && health.connectionSince !== null
        ? text('connection.since', { state, when: asOf(health.connectionSince, now) })
        : state}
    </span>
  );
}
