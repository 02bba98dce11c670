import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#contract/result.ts';
import { writeCopy } from '#main/engine/pdfs/store.ts';
import type { Binder } from './binder.ts';
import type { PackCalls } from './pack.ts';

type Asked<N extends keyof PackCalls> = PackCalls[N]['input'];
type Answer<N extends keyof PackCalls> = Promise<Result<PackCalls[N]['output']>>;

/** A pack in the making. It is in memory only until it is encrypted. */
class Pack {
  #binder: Binder | null = null;

  async begin({ pages }: Asked<'begin'>): Answer<'begin'> {
    // The PDF library is large, and no other thread needs it.
    const { Binder } = await import('./binder.ts');
    const binder = await Binder.empty();
    if (!(await binder.add(pages, null))) return err('bad-payload', { detail: 'printed pages' });
    this.#binder = binder;
    return ok(null);
  }

  async add({ bytes, line }: Asked<'add'>): Answer<'add'> {
    return this.#binder === null ? err('internal') : ok(await this.#binder.add(bytes, line));
  }

  async write({ password, ...target }: Asked<'write'>): Answer<'write'> {
    if (this.#binder === null) return err('internal');
    const { pages } = this.#binder;
    const bytes = await this.#binder.bound(password);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const written = writeCopy(target, [bytes], hash);
    return written.ok ? ok({ pages }) : written;
  }
}

/** Returns the handler of calls in the thread that makes a pack. */
export function packThread(): (name: string, input: never) => Promise<Result<unknown>> {
  const pack = new Pack();
  const calls: { readonly [N in keyof PackCalls]: (input: never) => Promise<Result<unknown>> } = {
    begin: (input) => pack.begin(input),
    add: (input) => pack.add(input),
    write: (input) => pack.write(input),
  };
  return (name, input) => calls[name as keyof PackCalls](input); // `pack.ts` has the same types
}
