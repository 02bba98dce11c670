import { err, ok, type Result } from '#contract/result.ts';

/** Maximum number of ids in one call about PDFs. */
const MAX_IDS = 500;

/** Splits ids into batches of the size that one call accepts. */
export function chunks(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}

/** A task that is requested often and runs at limited intervals. */
export interface Throttled {
  /** Requests a run: immediately if idle, otherwise one run after the gap for all requests made meanwhile. */
  readonly request: () => void;
  /** Cancels a requested run and the current gap. */
  readonly reset: () => void;
}

// A run is followed by a pause of this multiple of its duration, so that a deep list cannot keep the reader
// busy.
const REST_FACTOR = 4;
const MAX_DELAY_MS = 3000;

/**
 * Collapses repeated requests for the same work.
 * @param run the work; must not reject
 * @param gapMs minimum time between the end of a run and the start of the next, in milliseconds
 */
export function throttled(run: () => Promise<void>, gapMs: number): Throttled {
  let current: symbol | null = null;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<void> {
    const mine = Symbol('run');
    current = mine;
    asked = false;
    const startedAt = performance.now();
    await run();
    if (current !== mine) return;
    const lengthMs = performance.now() - startedAt;
    const restMs = Math.min(MAX_DELAY_MS, Math.max(gapMs, REST_FACTOR * lengthMs));
    timer = setTimeout(() => {
      current = null;
      if (asked) void start();
    }, restMs);
  }

  return {
    request: () => {
      if (current === null) void start();
      else asked = true;
    },
    reset: () => {
      clearTimeout(timer);
      current = null;
      asked = false;
    },
  };
}

/** Maximum number of pieces in a text. */
const MAX_PIECES = 5_000;

interface Piece {
  readonly text: string;
  readonly next: string | null;
}

/**
 * Fetches a long text piece by piece and returns the whole.
 * @param ask fetches the piece at a position, or the first one without a position
 */
export async function wholeText(
  ask: (place: { after?: string }) => Promise<Result<Piece>>,
): Promise<Result<string>> {
  const pieces: string[] = [];
  let place: { after?: string } = {};
  for (let asked = 0; asked < MAX_PIECES; asked += 1) {
    const answer = await ask(place);
    if (!answer.ok) return answer;
    pieces.push(answer.value.text);
    if (answer.value.next === null) return ok(pieces.join(''));
    place = { after: answer.value.next };
  }
  return err('internal', { detail: 'a text without an end' });
}
