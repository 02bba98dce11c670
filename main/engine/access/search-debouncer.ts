import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { AccessMeantByCall } from './recorded-calls.ts';

/** A search that a call has run, and how it ended. */
export interface SearchToRecord {
  readonly access: AccessMeantByCall;
  readonly outcome: string;
  readonly at: EpochMs;
}

/** How long the text of a search has to rest until it counts as a search of its own, in milliseconds. */
const REST_MS = SECOND;

function isSameTyping({ access: left }: SearchToRecord, { access: right }: SearchToRecord): boolean {
  const [one, other] = [left.searchText ?? '', right.searchText ?? ''];
  return one.startsWith(other) || other.startsWith(one);
}

/**
 * Holds the searches that ran last, so that a text which is still being typed counts once, with what was typed at last.
 * A search is passed on when its text has rested, when another text takes its place, and before any other access.
 */
export class SearchAccessDebouncer {
  readonly #deps: { readonly clock: Pick<Clock, 'wait'>; readonly log: Log };
  readonly #write: (search: SearchToRecord) => void;
  #held: readonly SearchToRecord[] = [];
  #rest = new AbortController();

  /** @param write takes each search that counts */
  constructor(
    deps: { readonly clock: Pick<Clock, 'wait'>; readonly log: Log },
    write: (search: SearchToRecord) => void,
  ) {
    this.#deps = deps;
    this.#write = write;
  }

  /** Takes the searches of one call. Held ones of which they are a continuation no longer count. */
  hold(searches: readonly SearchToRecord[]): void {
    const over = this.#held.filter((held) => !searches.some((search) => isSameTyping(held, search)));
    this.#held = [];
    for (const search of over) this.#write(search);
    this.#held = searches;
    this.#rest.abort();
    this.#rest = new AbortController();
    const { clock, log } = this.#deps;
    const { signal } = this.#rest;
    const rested = clock.wait(REST_MS, signal).then(
      () => {
        if (!signal.aborted) this.flush();
      },
      () => {}, // The wait was aborted: another search or access was first.
    );
    runInBackground(rested, 'a search could not be recorded', log);
  }

  /** Passes on what is held. */
  flush(): void {
    this.#rest.abort();
    const held = this.#held;
    this.#held = [];
    for (const search of held) this.#write(search);
  }
}
