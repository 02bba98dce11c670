/** The open reads of the pages, by the tickets that the pages gave them. */
export interface RunningPageReads {
  /**
   * Runs a read; the signal aborts when its page abandons it. Without a ticket, or with that of an open read, it
   * cannot be abandoned.
   */
  run<T>(
    page: object,
    ticket: number | undefined,
    read: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T>;
  /** Says that a page no longer waits for a read; nothing where it has ended. */
  abandon(page: object, ticket: number): void;
}

/** Creates the open reads of all pages. An entry lasts as long as its read. */
export function createRunningPageReads(): RunningPageReads {
  const pages = new WeakMap<object, Map<number, AbortController>>();
  const getReads = (page: object): Map<number, AbortController> => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const fresh = new Map<number, AbortController>();
    pages.set(page, fresh);
    return fresh;
  };
  return {
    run: async (page, ticket, read) => {
      const reads = getReads(page);
      if (ticket === undefined || reads.has(ticket)) return read(undefined);
      const stopping = new AbortController();
      reads.set(ticket, stopping);
      try {
        return await read(stopping.signal);
      } finally {
        reads.delete(ticket);
      }
    },
    abandon: (page, ticket) => pages.get(page)?.get(ticket)?.abort(),
  };
}
