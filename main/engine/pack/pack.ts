import type { z } from 'zod';
import type { ControlOutput, controls } from '#contract/control.ts';
import type { Paper } from '#contract/papers.ts';
import { STAMP } from '#contract/pack.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { startThread, type Thread } from '#main/engine/store/thread.ts';
import type { Papers } from '#main/engine/papers/papers.ts';
import type { PackCalls } from './protocol.ts';

export interface PackDeps {
  readonly papers: Pick<Papers, 'some' | 'read'>;
  /** Notes that a PDF was given out. */
  readonly note: (paper: Paper) => Promise<unknown>;
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
}

type Asked = z.output<(typeof controls)['pack.make']['input']>;
type Made = ControlOutput<'pack.make'>;
type Ids = Asked['requisitions'];

/** PDFs that are asked about at a time. */
const BATCH = 500;
/** All of them lie in memory at once: what would be more is missing. */
const MOST_BYTES = 400 * 1_048_576;

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
function lineOf({ id, fetchedAt, isStale }: Paper, zone: string): string {
  const when = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(fetchedAt ?? 0);
  const parts = [`${STAMP.asOf} ${when} (${zone})`, `${STAMP.requisition} …${id.slice(-6)}`];
  return (isStale ? [...parts, STAMP.stale] : parts).join(' \u00b7 ');
}

async function papersOf({ papers }: PackDeps, ids: Ids): Promise<Result<ReadonlyMap<string, Paper>>> {
  const found = new Map<string, Paper>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = await papers.some({ ids: ids.slice(from, from + BATCH) });
    if (!some.ok) return some;
    for (const paper of some.value.items) if (paper.fetchedAt !== null) found.set(paper.id, paper);
  }
  return ok(found);
}

/** All bytes of a PDF that is here; null where it is gone, or where there is no room for it. */
async function bytesOf(
  { papers }: PackDeps,
  id: Ids[number],
  room: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let whole = new Uint8Array();
  for (let offset = 0; offset === 0 || offset < whole.byteLength; ) {
    const piece = await papers.read({ id, offset });
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
  readonly bound: readonly Paper[];
  readonly missing: readonly string[];
}

/** Hands over what is here, in the order asked for. */
async function addPapers(
  bindery: Bindery,
  { requisitions, zone }: Asked,
  deps: PackDeps,
): Promise<Result<Sorted>> {
  const papers = await papersOf(deps, requisitions);
  if (!papers.ok) return papers;
  const bound: Paper[] = [];
  const missing: string[] = [];
  let room = MOST_BYTES;
  for (const id of new Set(requisitions)) {
    const paper = papers.value.get(id);
    const bytes = paper === undefined ? null : await bytesOf(deps, id, room);
    if (paper === undefined || bytes === null) {
      missing.push(id);
      continue;
    }
    room -= bytes.byteLength;
    const added = await bindery.call('add', { bytes, line: lineOf(paper, zone) }, bytes);
    if (!added.ok) return added;
    if (added.value) bound.push(paper);
    else missing.push(id);
  }
  return ok({ bound, missing });
}

async function bind(bindery: Bindery, asked: Asked, deps: PackDeps): Promise<Result<Made>> {
  const { pages, password, path, replaces } = asked;
  const begun = await bindery.call('begin', { pages });
  if (!begun.ok) return begun;
  const papers = await addPapers(bindery, asked, deps);
  if (!papers.ok) return papers;
  const { bound, missing } = papers.value;
  const written = await bindery.call('write', { password, path, replaces });
  if (!written.ok) return written;
  for (const paper of bound) await deps.note(paper);
  return ok({ ...written.value, missing });
}

/**
 * Binds printed pages and the PDFs that are here into one file that opens with a password alone. It is made in memory, in a thread
 * of its own; nothing of it touches the disk before it is encrypted. A PDF that cannot be read is named as missing.
 * @returns 'bad-payload' where the printed pages are no PDF, or what stood in the way of writing
 */
export async function makePack(asked: Asked, deps: PackDeps): Promise<Result<Made>> {
  const thread = startThread({
    role: 'pack',
    workerUrl: deps.workerUrl,
    log: deps.log,
    onEvent: () => {},
    onDown: () => {},
  });
  try {
    return await bind(new Bindery(thread), asked, deps);
  } finally {
    await thread.end();
  }
}
