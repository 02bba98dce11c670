import type { IncomingHttpHeaders } from 'node:http';

/** A write that changed something, in the order of the changes. */
export interface WriteLogEntry {
  readonly method: string;
  readonly path: string;
  /** The parsed body, null where there was none. */
  readonly body: unknown;
  /** The record that was created, changed or deleted. */
  readonly id: string;
  /** Time of the change, epoch milliseconds of the service's clock. */
  readonly at: number;
}

/** A request that arrived, whatever its result. Of tokens only the presence is recorded. */
export interface RequestJournalEntry {
  readonly origin: 'service' | 'pdf';
  readonly method: string;
  readonly path: string;
  /** The query of the request, without the question mark. */
  readonly query: string;
  readonly hasAuthorization: boolean;
  readonly hasJwt: boolean;
  /** The headers other than the tokens, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
}

/** The requests to the service and the resulting writes. */
export interface RequestJournal {
  noteRequest(
    origin: RequestJournalEntry['origin'],
    method: string,
    url: string,
    headers: IncomingHttpHeaders,
  ): void;
  /** Notes a write; its `body` may be undefined. */
  noteWrite(write: Omit<WriteLogEntry, 'at'>): void;
  requests(): readonly RequestJournalEntry[];
  writeLog(): readonly WriteLogEntry[];
}

const MAX_ENTRIES = 100_000;

/** Returns the path of a request target, and its query without the question mark. */
export function splitRequestTarget(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

const TOKEN_HEADERS = ['authorization', 'x-jwt'];

function selectOtherHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !TOKEN_HEADERS.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Creates an empty journal; it keeps the newest hundred thousand entries of each kind. */
export function createRequestJournal(now: () => number): RequestJournal {
  const requests: RequestJournalEntry[] = [];
  const writes: WriteLogEntry[] = [];
  const note = <Entry>(entries: Entry[], entry: Entry): void => {
    entries.push(entry);
    if (entries.length > MAX_ENTRIES) entries.splice(0, MAX_ENTRIES / 2);
  };
  return {
    noteRequest: (origin, method, url, headers) => {
      const [path, query] = splitRequestTarget(url);
      note(requests, {
        origin,
        method,
        path,
        query,
        hasAuthorization: headers.authorization !== undefined,
        hasJwt: headers['x-jwt'] !== undefined,
        headers: selectOtherHeaders(headers),
        at: now(),
      });
    },
    noteWrite: (write) => note(writes, { ...write, body: write.body ?? null, at: now() }),
    requests: () => requests,
    writeLog: () => writes,
  };
}
