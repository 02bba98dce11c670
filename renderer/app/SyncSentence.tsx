import type { EpochMs } from '#contract/time.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { KIND_SCREEN } from '#renderer/state/view.ts';
import type { SyncStatus } from './sync-words.ts';

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

function sentence(text: Text, status: SyncStatus, when: (at: EpochMs) => string): string {
  if (status.say === 'running') {
    const parts = status.kinds.map(({ kind, received }) =>
      text('sync.received', { kind: text(`place.${KIND_SCREEN[kind]}`), count: received }),
    );
    return `${text('sync.running')}: ${parts.join(' · ')}`;
  }
  if (!('asOf' in status)) return text(PLAIN[status.say]);
  if (status.asOf !== null) return text(DATED[status.say], { when: when(status.asOf) });
  if (status.say === 'incomplete' || status.say === 'failed') return text(UNDATED[status.say]);
  return text('sync.never');
}

/** How the sync stands, in one sentence. */
export function SyncSentence({ status }: { readonly status: SyncStatus }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  return <>{sentence(text, status, (at) => asOf(at, now))}</>;
}
