import { useState } from 'react';
import type { Suggestion } from '#contract/keepsakes.ts';
import { useStores } from '#renderer/state/use-desk.ts';

type Kind = 'diagnoses' | 'scripts';
type Entry = Pick<Suggestion, 'code' | 'description'>;

/** The favourites among diagnoses or scripts, as this desk keeps them. */
export interface Favourites {
  /** Counts up with every change: whoever shows them asks again. */
  readonly revision: number;
  readonly hasFailed: boolean;
  readonly set: (entry: Entry, isFavourite: boolean) => void;
}

/** Changes favourites, and tells when they did. */
export function useFavourites(of: Kind): Favourites {
  const { calls } = useStores();
  const [revision, setRevision] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  async function change(entry: Entry, isFavourite: boolean): Promise<void> {
    const answer = await calls['favourites.set']({ of, ...entry, isFavourite });
    setFailed(!answer.ok);
    setRevision((before) => before + 1);
  }
  return { revision, hasFailed, set: (entry, isFavourite) => void change(entry, isFavourite) };
}
