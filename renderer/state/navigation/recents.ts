import { createStore, type StoreApi } from 'zustand/vanilla';
import { KINDS, type Kind } from '#contract/records.ts';
import type { OpenRecordState } from '../list/record.ts';
import type { NavigationStore } from './view.ts';

/** A record, or the id of a patient or another user, that the user has opened since Intray was started. */
export interface RecentRecordOrPerson {
  /** `person`: everything that refers to an id was shown. */
  readonly kind: Kind | 'person';
  readonly id: string;
  /** The record's name or title; empty for an id. */
  readonly name: string;
  /** The patient of a requisition; missing for others. */
  readonly about?: string;
}

/** The records and people that were opened last, newest first. They are kept in memory only. */
export interface RecentsStore {
  readonly store: StoreApi<{ readonly entries: readonly RecentRecordOrPerson[] }>;
  readonly reset: () => void;
}

const MAX_ENTRIES = 12;

interface Titled {
  readonly name?: string;
  readonly title?: string;
  readonly patient?: string;
}

/** The record browsers whose opened records are noted, by kind. */
type OpenRecords = Readonly<
  Record<Kind, { readonly record: { readonly store: Pick<StoreApi<OpenRecordState<Titled>>, 'subscribe'> } }>
>;

/** Creates the store. It notes what the lists and the page of related records show. */
export function createRecentsStore(
  browsers: OpenRecords,
  view: Pick<NavigationStore, 'store'>,
): RecentsStore {
  const store = createStore<{ readonly entries: readonly RecentRecordOrPerson[] }>(() => ({ entries: [] }));

  function note(entry: RecentRecordOrPerson): void {
    store.setState(({ entries }) => ({
      entries: [entry, ...entries.filter(({ id }) => id !== entry.id)].slice(0, MAX_ENTRIES),
    }));
  }
  for (const kind of KINDS)
    browsers[kind].record.store.subscribe((now) => {
      if (now.phase !== 'ready') return;
      const { name, title, patient = '' } = now.record;
      note({ kind, id: now.id, name: name ?? title ?? '', ...(patient === '' ? {} : { about: patient }) });
    });
  view.store.subscribe(({ relatedRecords }, before) => {
    if (relatedRecords !== null && relatedRecords !== before.relatedRecords)
      note({ kind: 'person', id: relatedRecords, name: '' });
  });
  return { store, reset: () => store.setState({ entries: [] }) };
}
