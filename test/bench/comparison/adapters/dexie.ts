import { parsePage, type Condition, type Peer, type StoredRequisition } from '../peer.ts';
import { matches } from '../plan.ts';

interface Collection {
  reverse(): Collection;
  filter(keeps: (record: StoredRequisition) => boolean): Collection;
  limit(count: number): Collection;
  toArray(): Promise<readonly StoredRequisition[]>;
}

interface Table {
  bulkPut(records: readonly StoredRequisition[]): Promise<unknown>;
  get(id: string): Promise<StoredRequisition | undefined>;
  orderBy(index: string): Collection;
  where(index: string): { between(lower: readonly unknown[], upper: readonly unknown[]): Collection };
}

interface Database {
  version(version: number): { stores(tables: Readonly<Record<string, string>>): unknown };
  open(): Promise<unknown>;
  close(): void;
  table(name: string): Table;
}

/** The class of Dexie, as far as the comparison uses it; see its documentation. */
export interface DexieLibrary {
  readonly Dexie: (new (name: string) => Database) & { readonly minKey: unknown; readonly maxKey: unknown };
}

/** Dexie on IndexedDB, in the page that asks. */
export function createDexiePeer({ Dexie }: DexieLibrary): Peer {
  const db = new Dexie('comparison');
  db.version(1).stores({ requisition: 'id, updated, [patient+type+updated]' });
  const records = db.table('requisition');
  const put = async (pages: readonly Uint8Array[]): Promise<void> => {
    for (const page of pages) await records.bulkPut(parsePage(page));
  };
  const select = (condition: Condition): Collection => {
    if (condition.kind === 'all') return records.orderBy('updated').reverse();
    if (condition.kind === 'search')
      return records
        .orderBy('updated')
        .reverse()
        .filter((record) => matches(record, condition));
    const key = [condition.patient, condition.type];
    return records
      .where('[patient+type+updated]')
      .between([...key, Dexie.minKey], [...key, Dexie.maxKey])
      .reverse();
  };
  return {
    prepare: async () => {},
    open: async () => void (await db.open()),
    ingest: put,
    update: put,
    list: (condition, limit) => select(condition).limit(limit).toArray(),
    get: async (id) => (await records.get(id)) ?? null,
    close: async () => db.close(),
  };
}
