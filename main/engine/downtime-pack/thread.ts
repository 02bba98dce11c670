import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#contract/result.ts';
import { writePdfCopy } from '#main/engine/pdfs/write-copy.ts';
import type { PdfMerger } from './pdf-merger.ts';
import { INCOMPLETE_PACK_FILE_EVENT } from './incomplete-file.ts';
import type { PackThreadCalls } from './pack.ts';

type CallInput<N extends keyof PackThreadCalls> = PackThreadCalls[N]['input'];
type CallResult<N extends keyof PackThreadCalls> = Promise<Result<PackThreadCalls[N]['output']>>;

type Emit = (name: string, payload: unknown) => void;

/** A pack in the making. It is in memory only until it is encrypted. */
class PackBuilder {
  readonly #emit: Emit;
  #merger: PdfMerger | null = null;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  async begin({ pages, title }: CallInput<'begin'>): CallResult<'begin'> {
    // The PDF library is large, and no other thread needs it.
    const { PdfMerger } = await import('./pdf-merger.ts');
    const merger = await PdfMerger.create(title);
    if (!(await merger.add(pages, null))) return err('bad-payload', { detail: 'printed pages' });
    this.#merger = merger;
    return ok(null);
  }

  async add({ bytes, line }: CallInput<'add'>): CallResult<'add'> {
    return this.#merger === null ? err('internal') : ok(await this.#merger.add(bytes, line));
  }

  async write({ password, ...target }: CallInput<'write'>): CallResult<'write'> {
    if (this.#merger === null) return err('internal');
    const { pages } = this.#merger;
    const bytes = await this.#merger.encrypt(password);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const written = writePdfCopy(target, [bytes], hash, (file) =>
      this.#emit(INCOMPLETE_PACK_FILE_EVENT, file),
    );
    return written.ok ? ok({ pages }) : written;
  }
}

/**
 * Returns the handler of calls in the thread that makes a pack.
 * @param emit sends events to the process that has started the thread
 */
export function createPackThreadHandler(
  emit: Emit,
): (name: string, input: never) => Promise<Result<unknown>> {
  // The PDF library prints the numbers that it warns of, and no option of it prevents that; one may name a patient.
  // oxlint-disable-next-line no-console -- this prints nothing, it keeps others from it
  console.warn = () => {};
  const pack = new PackBuilder(emit);
  const calls: { readonly [N in keyof PackThreadCalls]: (input: never) => Promise<Result<unknown>> } = {
    begin: (input) => pack.begin(input),
    add: (input) => pack.add(input),
    write: (input) => pack.write(input),
  };
  return (name, input) => calls[name as keyof PackThreadCalls](input); // `pack.ts` has the same types
}
