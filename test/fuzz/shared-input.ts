import { MAX_INPUT_BYTES } from './mutations.ts';

const HEAD_BYTES = 8;

/**
 * The input that a fuzzing thread works on, in memory shared with the thread that supervises it: a thread that
 * hangs or ends cannot report its input any more.
 */
export class SharedInput {
  readonly buffer: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(HEAD_BYTES + MAX_INPUT_BYTES)) {
    this.buffer = buffer;
    this.#head = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, HEAD_BYTES);
  }

  /** Publishes the input of the next run. */
  begin(input: Uint8Array): void {
    this.#bytes.set(input);
    Atomics.store(this.#head, 1, input.length);
    Atomics.add(this.#head, 0, 1);
  }

  /** Ends the run. */
  end(): void {
    Atomics.add(this.#head, 0, 1);
  }

  /** The number of the running input, or null between two runs. */
  get running(): number | null {
    const count = Atomics.load(this.#head, 0);
    return count % 2 === 1 ? count : null;
  }

  /** A copy of the last input. */
  copy(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#head, 1));
  }
}
