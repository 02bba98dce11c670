import type { z } from 'zod';
import type { ControlOutput, controls } from '#contract/controls.ts';
import { type Pdf, STAMP } from '#contract/pdfs.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { visibleId } from '#contract/visible-id.ts';
import type { Log } from '#main/base/log.ts';
import type { PdfService } from '#main/engine/pdfs/pdf-service.ts';
import { startThread, type Thread } from '#main/engine/sqlite/worker.ts';

/** What the thread that binds a pack answers, by name. It makes one pack and ends. */
export interface PackCalls {
  /** The printed pages, which say themselves as of when they are. */
  begin: { input: { pages: Uint8Array }; output: null };
  /** One PDF behind the others, with a line in the margin of each page; answers whether it could be read. */
  add: { input: { bytes: Uint8Array; line: string }; output: boolean };
  /** Encrypts all of it and writes it, for its owner alone, whole or not at all. */
  write: {
    input: { password: string; path: string; replaces: boolean };
    output: { pages: number };
  };
}

export interface PackDeps {
  readonly pdfs: Pick<PdfService, 'some' | 'read'>;
  /** The requisitions that have unsent changes, by the service's ids. */
  readonly unsent: () => Promise<Result<ReadonlySet<string>>>;
  /** Notes that a PDF was given out. */
  readonly note: (pdf: Pdf) => Promise<unknown>;
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  /** What the thread may take for parsed PDFs; more than any usual pack needs unless said. */
  readonly heapMegabytes?: number;
}

type Asked = z.output<(typeof controls)['pack.make']['input']>;
type Made = ControlOutput<'pack.make'>;
type Ids = Asked['requisitions'];

/** PDFs that are asked about at a time. */
const BATCH = 500;
const MEGABYTE = 1_048_576;
/**
 * Bytes of PDFs in one pack: all of them lie in memory at once, and what would be more is missing. How much a PDF takes once it is
 * parsed depends on what is in it, so where the thread needs too much for one amount the pack is made again with the next.
 */
const BUDGETS = [400 * MEGABYTE, 100 * MEGABYTE, 25 * MEGABYTE, 0];
/** What a thread may take for parsed PDFs. */
const HEAP_MEGABYTES = 1_024;

/** The thread that binds, by the names of its protocol. */
class Bindery {
  readonly #thread: Thread;

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  async call<N extends keyof PackCalls>(
    name: N,
    input: PackCalls[N]['input'],
    bytes?: Uint8Array<ArrayBuffer>,
  ): Promise<Result<PackCalls[N]['output']>> {
    const transfer = bytes === undefined ? [] : [bytes.buffer];
    return (await this.#thread.call(name, input, transfer)) as Result<PackCalls[N]['output']>; // as the protocol says
  }
}

/** As of when a PDF shows its requisition, whose end of the id tells it from others on a pile of paper. */
function toLine({ id, fetchedAt, isStale }: Pdf, isUnsent: boolean, zone: string): string {
  const when = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(fetchedAt ?? 0);
  const end = visibleId(Array.from(id).slice(-6).join(''));
  const parts = [`${STAMP.asOf} ${when} (${zone})`, `${STAMP.requisition} …${end}`];
  const warnings = [...(isStale ? [STAMP.stale] : []), ...(isUnsent ? [STAMP.unsent] : [])];
  return [...parts, ...warnings].join(' \u00b7 ');
}

async function getPdfs({ pdfs }: PackDeps, ids: Ids): Promise<Result<ReadonlyMap<string, Pdf>>> {
  const found = new Map<string, Pdf>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = await pdfs.some({ ids: ids.slice(from, from + BATCH) });
    if (!some.ok) return some;
    for (const pdf of some.value.items) if (pdf.fetchedAt !== null) found.set(pdf.id, pdf);
  }
  return ok(found);
}

/** All bytes of a PDF that is here; null where it is gone, or where there is no room for it. */
async function toBytes(
  { pdfs }: PackDeps,
  id: Ids[number],
  room: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let whole = new Uint8Array();
  for (let offset = 0; offset === 0 || offset < whole.byteLength; ) {
    const piece = await pdfs.read({ id, offset });
    if (!piece.ok || piece.value.bytes.byteLength === 0 || piece.value.size > room) return null;
    const { bytes, size } = piece.value;
    if (offset === 0) whole = new Uint8Array(size);
    // Another one has taken its place meanwhile.
    if (size !== whole.byteLength) return null;
    whole.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return whole;
}

/** Which PDFs went into a pack, and which did not. */
interface Sorted {
  readonly bound: readonly Pdf[];
  readonly missing: readonly string[];
}

/** Hands over what is here, in the order asked for. */
async function addPdfs(
  bindery: Bindery,
  { requisitions, zone }: Asked,
  deps: PackDeps,
  budget: number,
): Promise<Result<Sorted>> {
  const pdfs = await getPdfs(deps, requisitions);
  const unsent = await deps.unsent();
  if (!pdfs.ok) return pdfs;
  if (!unsent.ok) return unsent;
  const bound: Pdf[] = [];
  const missing: string[] = [];
  let room = budget;
  for (const id of new Set(requisitions)) {
    const pdf = pdfs.value.get(id);
    const bytes = pdf === undefined ? null : await toBytes(deps, id, room);
    if (pdf === undefined || bytes === null) {
      missing.push(id);
      continue;
    }
    room -= bytes.byteLength;
    const added = await bindery.call(
      'add',
      { bytes, line: toLine(pdf, unsent.value.has(pdf.id), zone) },
      bytes,
    );
    if (!added.ok) return added;
    if (added.value) bound.push(pdf);
    else missing.push(id);
  }
  return ok({ bound, missing });
}

async function bind(bindery: Bindery, asked: Asked, deps: PackDeps, budget: number): Promise<Result<Made>> {
  const { pages, password, path, replaces } = asked;
  const begun = await bindery.call('begin', { pages });
  if (!begun.ok) return begun;
  const pdfs = await addPdfs(bindery, asked, deps, budget);
  if (!pdfs.ok) return pdfs;
  const { bound, missing } = pdfs.value;
  const written = await bindery.call('write', { password, path, replaces });
  if (!written.ok) return written;
  for (const pdf of bound) await deps.note(pdf);
  return ok({ ...written.value, missing });
}

/** Makes a pack with so many bytes of PDFs; 'engine-down' where the thread needs more memory than it may have. */
async function makeWithin(asked: Asked, deps: PackDeps, budget: number): Promise<Result<Made>> {
  const thread = startThread({
    role: 'pack',
    workerUrl: deps.workerUrl,
    log: deps.log,
    heapMegabytes: deps.heapMegabytes ?? HEAP_MEGABYTES,
    onEvent: () => {},
    onDown: () => {},
  });
  try {
    return await bind(new Bindery(thread), asked, deps, budget);
  } finally {
    await thread.end();
  }
}

/**
 * Binds printed pages and the PDFs that are here into one file that opens with a password alone. It is made in memory, in a thread
 * of its own; nothing of it touches the disk before it is encrypted. A PDF that cannot be read, or for which there is no room, is named
 * as missing.
 * @returns 'bad-payload' where the printed pages are no PDF, 'too-large' where not even they fit, or what stood in the way of writing
 */
export async function makePack(asked: Asked, deps: PackDeps): Promise<Result<Made>> {
  for (const budget of BUDGETS) {
    const made = await makeWithin(asked, deps, budget);
    if (made.ok || made.error.code !== 'engine-down') return made;
  }
  return err('too-large', { detail: 'printed pages' });
}
