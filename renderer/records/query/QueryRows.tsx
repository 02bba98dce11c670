import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { List, ListState } from '#renderer/state/list.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';

const ROW_HEIGHTS = { comfortable: 44, compact: 32 };
/** The line under a row that shows where a search was found. */
const HIT_HEIGHT = 18;
const SKELETON_ROWS = 12;

/** The height of the rows of a list in CSS pixels, with room for where a search was found. */
export function useRowHeight(words: readonly string[]): number {
  const density = useStore(useStores().preferences.store, ({ settings }) => settings.density);
  return ROW_HEIGHTS[density] + (words.length > 0 ? HIT_HEIGHT : 0);
}

/** The rows that a list has or will have, for a scrollbar that tells the truth. */
export function fullLength<F, R>({
  rows,
  next,
  count,
}: Pick<ListState<F, R>, 'rows' | 'next' | 'count'>): number {
  return next === null ? rows.length : Math.max(rows.length + 1, count?.count ?? 0);
}

interface QueryRowsProps<F, R> {
  readonly list: List<F, R>;
  /** Of one row to come, in CSS pixels. */
  readonly rowHeight: number;
  /** What stands where there are no lines. */
  readonly empty: ReactNode;
  /** The lines. */
  readonly children: ReactNode;
}

/** The lines of a list, in every state they can be in: on their way, none, not to be read. */
export function QueryRows<F, R>({ list, rowHeight, empty, children }: QueryRowsProps<F, R>) {
  const text = useText();
  const { session } = useStores();
  const { rows, phase, error } = useStore(list.store);
  const isOpening = useStore(session.store, ({ accounts }) => accounts.session === 'opening');
  if (rows.length > 0) return children;
  if (isOpening || (phase === 'loading' && error === null))
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={rowHeight} />;
  if (error === null) return empty;
  const again = { label: text('list.tryAgain'), run: list.changed };
  return <Notice role="alert" title={text('list.failed')} hint={errorSentence(error)} action={again} />;
}
