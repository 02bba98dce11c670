import {
  CircleAlert,
  CircleArrowUp,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { PendingOperation } from '#contract/outbox.ts';
import type { PendingState, Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Loaded } from '#renderer/state/list/record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useAsked, type Asked } from '../use-query-result.ts';
import styles from './pending.module.css';

const ICONS: Readonly<Record<PendingState, LucideIcon>> = {
  saved: CircleDashed,
  sending: CircleArrowUp,
  uncertain: CircleQuestionMark,
  'needs-you': CircleAlert,
  rejected: CircleX,
};

/** How an unsent change stands: the same mark, word and colour in lists, records and the activity. */
export function PendingLabel({ state }: { readonly state: PendingState }) {
  const text = useText();
  return (
    <span className={styles.pendingWord} data-state={state}>
      <Icon of={ICONS[state]} size={12} />
      {text(`pending.state.${state}`)}
    </span>
  );
}

/** The unsent writes of the record on screen. */
const RecordWrites = createContext<readonly PendingOperation[]>([]);

/** Hands the unsent writes of a record to everything that shows a part of it. */
export const RecordWritesProvider = RecordWrites.Provider;

/** The unsent writes of the record around this, oldest first. */
export function useRecordWrites(): readonly PendingOperation[] {
  return useContext(RecordWrites);
}

/** What has to be known of a record to ask for its writes. */
type RecordAtHand = Pick<Loaded<unknown>, 'id' | 'pending'>;

/**
 * Asks for the unsent writes of a record that has some, again whenever the outbox changed. A failure is returned and has to be
 * shown: without its writes a record looks as if the service had all of it.
 */
export function useWritesOf(kind: Kind, { id, pending }: RecordAtHand): Asked<readonly PendingOperation[]> {
  const { calls, outbox } = useStores();
  const revision = useStore(outbox.store, (state) => state.revision);
  const hasSome = pending !== null;
  const ask = useMemo(
    () =>
      hasSome
        ? async (): Promise<Result<readonly PendingOperation[]>> => {
            const answer = await calls['outbox.list']({ of: { kind, id } });
            return answer.ok ? ok(answer.value.items) : answer;
          }
        : null,
    [calls, kind, id, hasSome],
  );
  return useAsked(ask, revision, 0);
}

interface UnsentMarkProps {
  /** The service's names of the fields that are shown beside the mark. */
  readonly of: readonly string[];
}

/** Says that a field has an unsent change. Nothing where it has none. */
export function UnsentMark({ of }: UnsentMarkProps) {
  const text = useText();
  const writes = useRecordWrites();
  const isUnsent = writes.some(({ fields }) => fields.some(({ field }) => of.includes(field)));
  if (!isUnsent) return null;
  return (
    <span className={styles.unsentMark} title={text('pending.unsent')}>
      <Icon of={CircleDashed} size={12} />
      <span className="visually-hidden">{text('pending.unsent')}</span>
    </span>
  );
}
