/**
 * What the comparison asks of a database: the job of a clinic's cache of requisitions. Nothing here imports Node, because
 * the same code measures databases within a browser's page.
 */

/** A requisition as the service sends it; only what the comparison reads is named. */
export interface WireRequisition {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly patient: string;
  readonly diagnoses: readonly { readonly code: string; readonly description: string }[];
  readonly scripts: readonly { readonly name: string; readonly description: string }[];
  readonly order_details: string;
  readonly comments: readonly { readonly comment: string }[];
  readonly last_updated_at: string;
}

/** What a peer stores: the record with the two fields that its lists sort and search by. */
export interface StoredRequisition extends WireRequisition {
  /** Time of the last change, epoch milliseconds. */
  readonly updated: number;
  /** Everything that the search looks at, in lower case. */
  readonly text: string;
}

/** What a list or a read returns of a record: a row or the whole of it. */
export interface FoundRecord {
  readonly id: string;
  readonly name: string;
}

/** The condition of a list; a search is part of the text, in lower case. */
export type Condition =
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly patient: string; readonly type: string }
  | { readonly kind: 'search'; readonly text: string };

/** What a process of a subject does: one that writes reads nothing, unless it keeps no files. */
export type Use = 'reading' | 'writing';

/**
 * A database under comparison. Pages are JSON in bytes, as the service sends them. Lists are sorted by last change, newest
 * first. Every method throws where the database does.
 */
export interface Peer {
  /** Loads the library and starts its processes, before any file is opened. */
  prepare(folder: string, use: Use): Promise<void>;
  /** Opens the files in the folder; creates them where there are none. */
  open(): Promise<void>;
  /** Stores records that are not there yet. They are in the files when it returns. */
  ingest(pages: readonly Uint8Array[]): Promise<void>;
  /** Returns the first records of a list, at most `limit`. */
  list(condition: Condition, limit: number): Promise<readonly FoundRecord[]>;
  /** Returns a whole record, or null. */
  get(id: string): Promise<FoundRecord | null>;
  /** Replaces stored records by newer ones. They are in the files when it returns. */
  update(pages: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
  /** Asks for a record that does not exist, where that takes more than this process: the cost of asking alone. */
  askForNothing?(): Promise<void>;
  /** Returns by how many bytes the memory of its processes exceeds that of a bare one, where that is not this process. */
  readMemoryGrowth?(): Promise<number>;
}

/** Returns the text that a search looks at. */
export function joinSearchText(record: WireRequisition): string {
  const { name, diagnoses, scripts, order_details: details, comments } = record;
  const entries = [
    ...diagnoses.map(({ code, description }) => `${code} ${description}`),
    ...scripts.map((script) => `${script.name} ${script.description}`),
  ];
  return [name, ...entries, details, ...comments.map(({ comment }) => comment)].join(' ').toLowerCase();
}

/** Parses a page as the service sends it. */
export function parsePage(bytes: Uint8Array): readonly StoredRequisition[] {
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly data: readonly WireRequisition[];
  }; // the demo clinic's list
  return data.map((record) => ({
    ...record,
    updated: Date.parse(record.last_updated_at),
    text: joinSearchText(record),
  }));
}
