import { CircleCheck, CloudOff, LoaderCircle, RefreshCw, Square, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useStore, type StoreApi } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { SyncDetails } from '#renderer/features/activity/SyncDetails.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { getKind } from '#renderer/state/view.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { AccountBadge } from './AccountBadge.tsx';
import { OutboxText } from './OutboxWords.tsx';
import { SYNC_TONES, toSyncStatus, type ShownList, type SyncTone } from './sync-words.ts';
import { SyncSentence } from './SyncSentence.tsx';
import './status-bar.css';

const ICONS = { good: CircleCheck, busy: LoaderCircle, calm: CloudOff, warn: TriangleAlert } as const;

/** The list on the screen; null where there is none. */
function useShownList(): ShownList | null {
  const { view, browsers, completions } = useStores();
  const screen = useStore(view.store, (state) => (state.relatedRecords === null ? state.screen : 'settings'));
  const shown = getKind(screen);
  const isRequests = screen === 'requests';
  const list: Pick<
    StoreApi<Omit<ShownList, 'kind'>>,
    'subscribe' | 'getState' | 'getInitialState'
  > = isRequests ? completions.list.store : browsers[shown ?? 'requisition'].list.store;
  const phase = useStore(list, (state) => state.phase);
  const syncedAt = useStore(list, (state) => state.syncedAt);
  if (isRequests) return { kind: 'form', phase, syncedAt };
  return shown === null ? null : { kind: shown, phase, syncedAt };
}

/** The line under everything: how the sync stands, whether the service answers, whose desk this is. */
export function StatusBar() {
  const text = useText();
  const { session, health } = useStores();
  const status = toSyncStatus(
    useStore(session.store),
    useStore(health.store, (state) => state.health),
    useShownList(),
  );
  const refusal = useStore(health.store, (state) => state.refusal);
  const tone: SyncTone = refusal === null ? SYNC_TONES[status.say] : 'warn';
  return (
    <footer className="status-bar" data-pane="status" tabIndex={-1}>
      <SyncOpener tone={tone}>
        {refusal === null ? <SyncSentence status={status} /> : errorSentence(refusal)}
      </SyncOpener>
      {status.say === 'running' ? (
        <Button
          tone="quiet"
          size="small"
          icon={<Icon of={Square} size={12} />}
          onPress={() => void health.cancel()}
        >
          {text('sync.stop')}
        </Button>
      ) : (
        <Button
          tone="quiet"
          size="small"
          icon={<Icon of={RefreshCw} size={14} />}
          onPress={() => void health.sync()}
        >
          {text('sync.now')}
        </Button>
      )}
      <Connection />
      <OutboxText />
      <AccountBadge />
    </footer>
  );
}

interface SyncOpenerProps {
  readonly tone: SyncTone;
  readonly children: React.ReactNode;
}

/** The sentence about the sync, which opens into its details. */
function SyncOpener({ tone, children }: SyncOpenerProps) {
  const text = useText();
  const health = useStore(useStores().health.store, (state) => state.health);
  // A status inside a button gives it no name by itself.
  const sentenceId = useId();
  const sentence = (
    <>
      <Icon of={ICONS[tone]} size={14} />
      <output id={sentenceId}>{children}</output>
    </>
  );
  if (health === null)
    return (
      <span className="status-sync" data-tone={tone}>
        {sentence}
      </span>
    );
  return (
    <DialogTrigger>
      <AriaButton className="status-sync" data-tone={tone} aria-labelledby={sentenceId}>
        {sentence}
      </AriaButton>
      <Popover className="popover" placement="top start" offset={6}>
        <Dialog className="health-dialog" aria-label={text('sync.details')}>
          <h2>{text('health.title')}</h2>
          <SyncDetails health={health} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Whether the service answered the last request, and since when that is so. */
function Connection() {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const health = useStore(useStores().health.store, (state) => state.health);
  if (health === null) return null;
  const state = text(`connection.${health.connection}`);
  const isNews = health.connection !== 'online' && health.connectionSince !== null;
  // That there is no network says more than that the service is therefore left alone for a while.
  if (health.connection !== 'offline' && health.pausedUntil !== null && health.pausedUntil > now)
    return (
      <span className="status-connection" data-connection="paused">
        {text('connection.paused', { when: asOf(health.pausedUntil, now) })}
      </span>
    );
  return (
    <span className="status-connection" data-connection={health.connection}>
      {isNews && health.connectionSince !== null
        ? text('connection.since', { state, when: asOf(health.connectionSince, now) })
        : state}
    </span>
  );
}
