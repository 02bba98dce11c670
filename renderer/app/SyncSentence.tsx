import type { EpochMs } from '#contract/time.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { KIND_PLACE } from '#renderer/state/view.ts';
import type { SyncStanding } from './sync-words.ts';

type Dated = Extract<SyncStanding, { readonly asOf: EpochMs | null }>['say'];

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

function sentence(text: Text, standing: SyncStanding, when: (at: EpochMs) => string): string {
  if (standing.say === 'running') {
    const parts = standing.kinds.map(({ kind, received }) =>
      text('sync.received', { kind: text(`place.${KIND_PLACE[kind]}`), count: received }),
    );
    return `${text('sync.running')}: ${parts.join(' · ')}`;
  }
  if (!('asOf' in standing)) return text(PLAIN[standing.say]);
  if (standing.asOf !== null) return text(DATED[standing.say], { when: when(standing.asOf) });
  if (standing.say === 'incomplete' || standing.say === 'failed') return text(UNDATED[standing.say]);
  return text('sync.never');
}

/** How the sync stands, in one sentence. */
export function SyncSentence({ standing }: { readonly standing: SyncStanding }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  return <>{sentence(text, standing, (at) => asOf(at, now))}</>;
}
