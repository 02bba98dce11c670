import { PIECE } from './protocol.ts';

/** Cuts what arrives into pieces of one size, each in a buffer of its own, which can be handed over without a copy. */
export class Pieces {
  readonly #hand: (place: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  #waiting = new Uint8Array(PIECE);
  #filled = 0;
  #place = 0;

  /** @param hand takes a piece and its place, from 0 on; what it throws is thrown on */
  constructor(hand: (place: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
    this.#hand = hand;
  }

  async take(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength; ) {
      const part = chunk.subarray(at, at + PIECE - this.#filled);
      this.#waiting.set(part, this.#filled);
      this.#filled += part.byteLength;
      at += part.byteLength;
      if (this.#filled === PIECE) await this.#pass();
    }
  }

  /** Hands the rest over. */
  async end(): Promise<void> {
    if (this.#filled > 0) await this.#pass();
  }

  async #pass(): Promise<void> {
    const piece = this.#filled === PIECE ? this.#waiting : this.#waiting.slice(0, this.#filled);
    this.#waiting = new Uint8Array(PIECE);
    this.#filled = 0;
    await this.#hand(this.#place++, piece);
  }
}
