import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { paced } from './pace.ts';

/** Where one kind's records come from: one procedure of the bridge. */
export type RecordSource<Rec> = (input: {
  id: string;
}) => Promise<Result<{ record: Rec; fetchedAt: EpochMs }>>;

/** The record that is open, or on its way, or could not be had. */
export type RecordState<Rec> =
  | { readonly phase: 'none' }
  | { readonly phase: 'loading'; readonly id: string }
  | { readonly phase: 'ready'; readonly id: string; readonly record: Rec; readonly fetchedAt: EpochMs }
  | { readonly phase: 'failed'; readonly id: string; readonly error: AppError };

export interface OpenRecord<Rec> {
  readonly store: StoreApi<RecordState<Rec>>;
  readonly open: (id: string) => void;
  readonly close: () => void;
  /** Fetches the open record again, if it is among the changed ones. No ids means too many to name. */
  readonly changed: (ids: readonly string[]) => void;
}

const REFRESH_GAP_MS = 500;

/**
 * The open record of one kind. What is shown stays until its newer version has arrived; an answer to an
 * earlier question is dropped.
 */
export function createRecord<Rec>(source: RecordSource<Rec>): OpenRecord<Rec> {
  const store = createStore<RecordState<Rec>>(() => ({ phase: 'none' }));
  let ticket = 0;
  const openId = (): string | null => {
    const state = store.getState();
    return state.phase === 'none' ? null : state.id;
  };

  async function load(id: string): Promise<void> {
    const mine = ++ticket;
    const answer = await source({ id });
    if (mine !== ticket) return;
    store.setState(
      answer.ok ? { phase: 'ready', id, ...answer.value } : { phase: 'failed', id, error: answer.error },
      true,
    );
  }
  const pace = paced(async () => {
    const id = openId();
    if (id !== null) await load(id);
  }, REFRESH_GAP_MS);

  return {
    store,
    open: (id) => {
      if (openId() === id) return;
      store.setState({ phase: 'loading', id }, true);
      void load(id);
    },
    close: () => {
      ticket += 1;
      pace.reset();
      store.setState({ phase: 'none' }, true);
    },
    changed: (ids) => {
      const id = openId();
      if (id !== null && (ids.length === 0 || ids.includes(id))) pace.request();
    },
  };
}
