import { createHash } from 'node:crypto';
import { err, type Err } from '#contract/result.ts';

const BEGINNING = Buffer.from('%PDF-', 'latin1');
const END = Buffer.from('%%EOF', 'latin1');
/** Where the mark of the end is looked for: some programs write a little after it. */
const TAIL = 1_024;

/** What arrived is no whole PDF; the code says how it is not. */
export class NoPdf extends Error {
  readonly answer: Err;
  constructor(code: 'not-a-pdf' | 'cut-short', detail: string) {
    super(code);
    this.answer = err(code, { detail });
  }
}

/** Looks at a PDF as it passes, and keeps none of it but its last bytes. */
export class PdfCheck {
  readonly #hash = createHash('sha256');
  #head: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Throws `NoPdf` as soon as the beginning shows that it is none. */
  take(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#size += chunk.byteLength;
    if (this.#head.byteLength < BEGINNING.byteLength) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, BEGINNING.byteLength);
      if (!BEGINNING.subarray(0, this.#head.byteLength).equals(this.#head)) {
        throw new NoPdf('not-a-pdf', 'it begins like none');
      }
    }
    this.#tail =
      chunk.byteLength >= TAIL ? chunk.slice(-TAIL) : Buffer.concat([this.#tail, chunk]).subarray(-TAIL);
  }

  /** Answers the SHA-256 of all that passed, hex. Throws `NoPdf` where its end is missing. */
  end(): string {
    if (this.#head.byteLength < BEGINNING.byteLength) throw new NoPdf('not-a-pdf', 'it has hardly a byte');
    if (Buffer.from(this.#tail).indexOf(END) === -1) throw new NoPdf('cut-short', 'its end is missing');
    return this.#hash.digest('hex');
  }
}
