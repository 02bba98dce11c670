import { useCallback } from 'react';
import type { Input, Output } from '#contract/api.ts';
import { errorSentence } from '#contract/error-text.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { useAsked, type Asked } from '../use-asked.ts';

export type SeenFamily = Input<'ids.suggest'>['family'];
export type SeenAs = NonNullable<Input<'ids.suggest'>['as']>;
type SeenId = Output<'ids.suggest'>['items'][number];

/** What a picker says where its list is empty: still looking, could not look, or nothing found. */
export function emptyListText(text: Text, { value, error }: Asked<unknown>, none: string): string {
  if (error !== null) return text('editor.lookFailed', { why: errorSentence(error) });
  return value === null ? text('editor.looking') : none;
}

interface SeenIds {
  /** Null before the first answer. */
  readonly items: readonly SeenId[] | null;
  /** What the picker says where its list is empty. */
  readonly emptyText: (none: string) => string;
}

/** Ids of a family that were seen on this computer and are like what is typed. */
export function useSeenIds(family: SeenFamily, as: SeenAs, typed: string): SeenIds {
  const text = useText();
  const { calls } = useStores();
  const search = typed.trim().slice(0, 300);
  const ask = useCallback(() => calls['ids.suggest']({ family, as, search }), [calls, family, as, search]);
  const asked = useAsked(ask);
  return {
    items: asked.value?.items ?? null,
    emptyText: (none) => emptyListText(text, asked, none),
  };
}
