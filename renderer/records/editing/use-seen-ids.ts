import { useCallback } from 'react';
import type { Input, Output } from '#contract/api.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useAsked } from '../use-asked.ts';

export type SeenFamily = Input<'ids.seen'>['family'];
export type SeenAs = NonNullable<Input<'ids.seen'>['as']>;
type SeenId = Output<'ids.seen'>['items'][number];

/** Ids of a family that were seen on this desk and are like what is typed; null before the first answer. */
export function useSeenIds(family: SeenFamily, as: SeenAs, typed: string): readonly SeenId[] | null {
  const { calls } = useDesk();
  const search = typed.trim().slice(0, 300);
  const ask = useCallback(() => calls['ids.seen']({ family, as, search }), [calls, family, as, search]);
  return useAsked(ask)?.items ?? null;
}
