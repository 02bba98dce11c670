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
import type { PendingChange } from '#contract/outbox.ts';
import type { PendingState, Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { RecordWithPending } from '#renderer/state/list/record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useQueryResult, type QueryState } from '../use-query-result.ts';
import styles from './pending.module.css';

const ICONS: Readonly<Record<PendingState, LucideIcon>> = {
  saved: CircleDashed,
  sending: CircleArrowUp,
  uncertain: CircleQuestionMark,
  'needs-you': CircleAlert,
  rejected: CircleX,
};

/** The state of an unsent change, with the same icon, label and color in lists, records and the outbox. */
export function PendingStateLabel({ state }: { readonly state: PendingState }) {
  const text = useText();
  return (
    <span className={styles.pendingWord} data-state={state}>
      <Icon shape={ICONS[state]} size={12} />
      {text(`pending.state.${state}`)}
    </span>
  );
}

/** Context with the unsent changes of the record on screen. */
const UnsentChangesContext = createContext<readonly PendingChange[]>([]);

/** Provides the unsent changes of a record to all components that show a part of it. */
export const UnsentChangesProvider = UnsentChangesContext.Provider;

/** Returns the unsent changes of the record on screen, oldest first. */
export function useProvidedUnsentChanges(): readonly PendingChange[] {
  return useContext(UnsentChangesContext);
}

/** The properties of a record that are needed to read its unsent changes. */
type RecordRef = Pick<RecordWithPending<unknown>, 'id' | 'pending'>;

/**
 * Reads the unsent changes of a record that has some, and again whenever the outbox changes. The caller must
 * show a failure: without its changes a record looks as if everything had been sent.
 */
export function useUnsentChanges(
  kind: Kind,
  { id, pending }: RecordRef,
): QueryState<readonly PendingChange[]> {
  const { calls, outbox } = useStores();
  const revision = useStore(outbox.store, (state) => state.revision);
  const hasSome = pending !== null;
  const ask = useMemo(
    () =>
      hasSome
        ? async (): Promise<Result<readonly PendingChange[]>> => {
            const answer = await calls['outbox.list']({ of: { kind, id } });
            return answer.ok ? ok(answer.value.items) : answer;
          }
        : null,
    [calls, kind, id, hasSome],
  );
  return useQueryResult(ask, revision, 0);
}

interface UnsentFieldMarkProps {
  /** The fields, by their names in the API: the mark shows where one of them has an unsent change. */
  readonly of: readonly string[];
}

/** Shows that a field has an unsent change. Renders nothing if it has none. */
export function UnsentFieldMark({ of }: UnsentFieldMarkProps) {
  const text = useText();
  const changes = useProvidedUnsentChanges();
  const isUnsent = changes.some(({ fields }) => fields.some(({ field }) => of.includes(field)));
  if (!isUnsent) return null;
  return (
    <span className={styles.unsentMark} title={text('pending.unsent')}>
      <Icon shape={CircleDashed} size={12} />
      <span className="visually-hidden">{text('pending.unsent')}</span>
    </span>
  );
}
