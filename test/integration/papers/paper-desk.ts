import { setTimeout as sleep } from 'node:timers/promises';
import type { Paper } from '#contract/papers.ts';
import { recordIdSchema } from '#contract/local-id.ts';
import type { Sandbox } from '#main/sandbox/server.ts';
import { onTestFinished } from 'vitest';
import { openDeskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { until, valueOf, type TestEngine } from '../../support/engine.ts';

const requisitionId = recordIdSchema('requisition');

/** What a person does with PDFs. */
export interface PaperDesk extends DeskAndClinic {
  /** An id that no test has had. */
  fresh(): string;
  /** The ids of the clinic's requisitions. */
  readonly ids: readonly string[];
  get(id?: string): Promise<Paper>;
  /** Asks for one and waits until it is here, or could not be had. */
  fetch(id?: string): Promise<Paper>;
  /** Waits until one stands as asked. */
  paper(until: (paper: Paper) => boolean, id?: string): Promise<Paper>;
  /** All bytes of one that is here. */
  bytes(id?: string): Promise<Buffer>;
}

function isOver({ state }: Paper): boolean {
  return state !== 'queued' && state !== 'arriving';
}

/** The paths that the clinic was asked for where its PDFs lie. */
export function askedAtLinks(clinic: Sandbox): number {
  return clinic.requests().filter(({ origin }) => origin === 'pdf').length;
}

async function readAll(engine: TestEngine, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let offset = 0, size = 1; offset < size; ) {
    const piece = valueOf(await engine.call('papers.read', { id, offset }));
    pieces.push(piece.bytes);
    offset += piece.bytes.byteLength;
    size = piece.size;
  }
  return Buffer.concat(pieces);
}

type Options = Parameters<typeof openDeskAndClinic>;

/** A synced desk on a small clinic; both are closed when the test ends. */
export async function paperDesk(...options: Options): Promise<PaperDesk> {
  const desk = await openPaperDesk(...options);
  onTestFinished(() => desk.close());
  return desk;
}

/** A synced desk on a small clinic for several tests; whoever opens it closes it. */
export async function openPaperDesk(...options: Options): Promise<PaperDesk> {
  const desk = await openDeskAndClinic(...options);
  await desk.sync({ kinds: ['requisition'] });
  const ids = [...desk.truth('requisition').keys()];
  const first = requisitionId.parse(ids[0]);
  const get = async (id: string = first): Promise<Paper> =>
    valueOf(await desk.engine().call('papers.get', { id }));
  const paper = async (fits: (paper: Paper) => boolean, id: string = first): Promise<Paper> => {
    let found = await get(id);
    await until(async () => fits((found = await get(id))), 'the PDF to stand as asked');
    return found;
  };
  const untouched = ids.values();
  return {
    ...desk,
    ids,
    fresh: () => {
      const { value } = untouched.next();
      if (value === undefined) throw new Error('the clinic has too few requisitions');
      return value;
    },
    get,
    paper,
    fetch: async (id = first) => {
      valueOf(await desk.engine().call('papers.fetch', { ids: [id] }));
      return paper(isOver, id);
    },
    bytes: (id = first) => readAll(desk.engine(), id),
  };
}

/** A moment in which anything that is going to happen by itself has happened. */
export function aMoment(): Promise<void> {
  return sleep(100);
}
