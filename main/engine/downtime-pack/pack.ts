import type { z } from 'zod';
import type { InternalProcedureOutput, internalProcedures } from '#contract/internal-procedures.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { PdfService } from '#main/engine/pdfs/pdf-service.ts';
import { PDF_HEAP_MEGABYTES } from '#main/engine/pdf-process-limits.ts';
import { readWholePdf } from '#main/engine/pdfs/read-whole.ts';
import { IncompletePackFileTracker } from './incomplete-file.ts';
import { formatPdfMarginStamp, getPackTitle } from './stamp.ts';
import { startThread, type WorkerThreadCaller, type StartWorker } from '#main/engine/sqlite/worker.ts';

/** Calls of the process that makes a downtime pack, by name. A process makes one pack and ends. */
export interface PackThreadCalls {
  /** Begins the pack with the printed pages, which carry their own time. */
  begin: { input: { pages: Uint8Array; title: string }; output: null };
  /** Appends one PDF with a line in the margin of each page. Returns whether it could be read. */
  add: { input: { bytes: Uint8Array; line: string }; output: boolean };
  /** Encrypts the pack and writes it with access for its owner alone, atomically. */
  write: {
    input: { password: string; path: string; replaces: boolean };
    output: { pages: number };
  };
}

export interface PackDeps {
  readonly pdfs: Pick<PdfService, 'getMany' | 'read'>;
  /** Ids of the requisitions that have pending changes, as the service knows them. */
  readonly unsent: () => Promise<Result<ReadonlySet<string>>>;
  /** Records in the print log that a PDF was given out. */
  readonly note: (pdf: PdfState) => Promise<unknown>;
  /** Starts the process, which can be killed whatever a PDF makes it do. */
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** Limits the time of the process. Default: the computer's. */
  readonly clock?: Pick<Clock, 'wait'>;
  /** Memory limit of the process for parsed PDFs. Default: more than a usual pack needs. */
  readonly heapMegabytes?: number;
}

type PackInput = Omit<z.output<(typeof internalProcedures)['pack.make']['input']>, 'isPasswordStored'>;
type PackOutput = InternalProcedureOutput<'pack.make'>;
type Ids = PackInput['requisitions'];

/** Number of PDFs that are looked up in the store with one call. */
const BATCH = 500;
const MEGABYTE = 1_048_576;
/**
 * Maximum bytes of PDFs in one pack: all of them are in memory at once, and the rest is listed as missing.
 * The memory of a parsed PDF depends on its content, so a pack that exceeds the process's memory is made again
 * with the next smaller limit.
 */
const MAX_TOTAL_BYTES = [400 * MEGABYTE, 100 * MEGABYTE, 25 * MEGABYTE, 0];
/** Maximum time of each call. Reading a usual PDF takes a fraction of a second. */
export const PACK_CALL_TIMEOUTS: Readonly<Record<keyof PackThreadCalls, number>> = {
  begin: MINUTE,
  add: 20 * SECOND,
  write: 10 * MINUTE,
};
/**
 * Maximum number of PDFs that may end the process before a pack is made with a smaller limit. Each costs
 * another attempt.
 */
const MAX_EXCLUDED_PDFS = 5;

/**
 * The process that makes a pack, with typed calls. A call that takes too long returns 'engine-down', as one of a process
 * that has ended does: the attempt ends, and the process with it.
 */
class PackProcess {
  readonly #process: WorkerThreadCaller;
  readonly #deps: PackDeps;

  constructor(process: WorkerThreadCaller, deps: PackDeps) {
    this.#process = process;
    this.#deps = deps;
  }

  async call<N extends keyof PackThreadCalls>(
    name: N,
    input: PackThreadCalls[N]['input'],
    bytes?: Uint8Array<ArrayBuffer>,
  ): Promise<Result<PackThreadCalls[N]['output']>> {
    const { clock = systemClock, log } = this.#deps;
    const transfer = bytes === undefined ? [] : [bytes.buffer];
    const called = this.#process.call(name, input, { transfer });
    const outcome = await waitForPromiseAtMost(called, PACK_CALL_TIMEOUTS[name], clock);
    if (!outcome.isOverdue) return outcome.value as Result<PackThreadCalls[N]['output']>; // The thread's protocol gives the type.
    log.warn('making a pack took too long', { call: name });
    return err('engine-down');
  }
}

/** One attempt to make a pack: its limit, and the PDFs that ended the thread in an earlier one. */
interface Attempt {
  /** Maximum bytes of all PDFs in the pack. */
  readonly budget: number;
  /** PDFs that ended the process in an earlier attempt. */
  readonly excluded: ReadonlySet<string>;
  /** The PDF that is being added; null before and after. */
  current: string | null;
}

async function getPdfs({ pdfs }: PackDeps, ids: Ids): Promise<Result<ReadonlyMap<string, PdfState>>> {
  const found = new Map<string, PdfState>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = await pdfs.getMany({ ids: ids.slice(from, from + BATCH) });
    if (!some.ok) return some;
    for (const pdf of some.value.items) if (pdf.fetchedAt !== null) found.set(pdf.id, pdf);
  }
  return ok(found);
}

/** Ids of the PDFs that a pack contains, and of those that are missing from it. */
interface PackContents {
  readonly bound: readonly PdfState[];
  readonly missing: readonly string[];
}

/** Appends the stored PDFs, in the requested order. */
async function addPdfs(
  packProcess: PackProcess,
  { requisitions, zone, locale }: PackInput,
  deps: PackDeps,
  attempt: Attempt,
): Promise<Result<PackContents>> {
  const pdfs = await getPdfs(deps, requisitions);
  const unsent = await deps.unsent();
  if (!pdfs.ok) return pdfs;
  if (!unsent.ok) return unsent;
  const bound: PdfState[] = [];
  const missing: string[] = [];
  let room = attempt.budget;
  for (const id of new Set(requisitions)) {
    const pdf = pdfs.value.get(id);
    const bytes =
      pdf === undefined || attempt.excluded.has(id) ? null : await readWholePdf(deps.pdfs, id, room);
    if (pdf === undefined || bytes === null) {
      missing.push(id);
      continue;
    }
    room -= bytes.byteLength;
    attempt.current = id;
    const added = await packProcess.call(
      'add',
      { bytes, line: formatPdfMarginStamp(pdf, unsent.value.has(pdf.id), { zone, locale }) },
      bytes,
    );
    if (!added.ok) return added;
    attempt.current = null;
    if (added.value) bound.push(pdf);
    else missing.push(id);
  }
  return ok({ bound, missing });
}

async function bind(
  packProcess: PackProcess,
  asked: PackInput,
  deps: PackDeps,
  attempt: Attempt,
): Promise<Result<PackOutput>> {
  const { pages, password, path, replaces, locale } = asked;
  const begun = await packProcess.call('begin', { pages, title: getPackTitle(locale) });
  if (!begun.ok) return begun;
  const pdfs = await addPdfs(packProcess, asked, deps, attempt);
  if (!pdfs.ok) return pdfs;
  const { bound, missing } = pdfs.value;
  const written = await packProcess.call('write', { password, path, replaces });
  if (!written.ok) return written;
  for (const pdf of bound) await deps.note(pdf);
  return ok({ ...written.value, missing });
}

/**
 * Makes a pack within the limits of an attempt. Returns 'engine-down' where the process exceeds its memory or
 * its time.
 */
async function makeWithin(asked: PackInput, deps: PackDeps, attempt: Attempt): Promise<Result<PackOutput>> {
  const incomplete = new IncompletePackFileTracker();
  const worker = startThread({
    role: 'pack',
    startWorker: deps.startWorker,
    log: deps.log,
    heapMegabytes: deps.heapMegabytes ?? PDF_HEAP_MEGABYTES,
    onEvent: (name, payload) => incomplete.note(name, payload),
    onDown: () => {},
  });
  try {
    return await bind(new PackProcess(worker, deps), asked, deps, attempt);
  } finally {
    await worker.end();
    incomplete.remove(asked);
  }
}

/**
 * Merges printed pages and stored PDFs into one file that opens with a password only. It is made in memory,
 * in a process of its own, and is encrypted before it reaches the disk. A PDF that cannot be read, does not
 * fit, or needs too much memory or time is listed as missing.
 * @returns 'bad-payload' where the printed pages are not a PDF, 'too-large' where even they do not fit, or
 * the error of writing the file
 */
export async function makePack(asked: PackInput, deps: PackDeps): Promise<Result<PackOutput>> {
  const excluded = new Set<string>();
  for (const budget of MAX_TOTAL_BYTES) {
    for (;;) {
      const attempt: Attempt = { budget, excluded, current: null };
      const made = await makeWithin(asked, deps, attempt);
      if (made.ok || made.error.code !== 'engine-down') return made;
      if (attempt.current === null || excluded.size >= MAX_EXCLUDED_PDFS) break;
      excluded.add(attempt.current);
    }
  }
  return err('too-large', { detail: 'printed pages' });
}
