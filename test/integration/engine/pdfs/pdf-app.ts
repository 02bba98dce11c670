import { setTimeout as sleep } from 'node:timers/promises';
import type { PdfState } from '#contract/pdfs.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { onTestFinished } from 'vitest';
import { until, unwrap, type TestEngine } from '../../../support/engine.ts';
import { type TestApp, openApp } from '../../../support/app.ts';

const requisitionId = recordIdSchema('requisition');

/** The actions of a user on PDFs. */
export interface PdfServiceFixture extends TestApp {
  /** An id that no test has used. */
  fresh(): string;
  /** The ids of the clinic's requisitions. */
  readonly ids: readonly string[];
  get(id?: string): Promise<PdfState>;
  /** Requests one and waits until it is here, or has failed. */
  fetch(id?: string): Promise<PdfState>;
  /** Waits until one has the wanted state. */
  pdf(until: (pdf: PdfState) => boolean, id?: string): Promise<PdfState>;
  /** All bytes of a stored one. */
  bytes(id?: string): Promise<Buffer>;
}

function isOver({ state }: PdfState): boolean {
  return state !== 'queued' && state !== 'arriving';
}

/** The paths requested from the clinic's PDF host. */
export function askedAtLinks(clinic: DemoServer): number {
  return clinic.requests().filter(({ origin }) => origin === 'pdf').length;
}

async function readAll(engine: TestEngine, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let offset = 0, size = 1; offset < size; ) {
    const piece = unwrap(await engine.call('pdfs.read', { id, offset }));
    pieces.push(piece.bytes);
    offset += piece.bytes.byteLength;
    size = piece.size;
  }
  return Buffer.concat(pieces);
}

type Options = Parameters<typeof openApp>;

/** A synced engine on a small clinic; both are closed when the test ends. */
export async function pdfApp(...options: Options): Promise<PdfServiceFixture> {
  const app = await openPdfService(...options);
  onTestFinished(() => app.close());
  return app;
}

/** A synced engine on a small clinic for several tests; the caller closes it. */
export async function openPdfService(...options: Options): Promise<PdfServiceFixture> {
  const app = await openApp(...options);
  await app.sync({ kinds: ['requisition'] });
  const ids = [...app.serviceRecords('requisition').keys()];
  const first = requisitionId.parse(ids[0]);
  const get = async (id: string = first): Promise<PdfState> =>
    unwrap(await app.engine().call('pdfs.get', { id }));
  const pdf = async (fits: (pdf: PdfState) => boolean, id: string = first): Promise<PdfState> => {
    let found = await get(id);
    await until(async () => fits((found = await get(id))), 'the PDF to stand as asked');
    return found;
  };
  const untouched = ids.values();
  return {
    ...app,
    ids,
    fresh: () => {
      const { value } = untouched.next();
      if (value === undefined) throw new Error('the clinic has too few requisitions');
      return value;
    },
    get,
    pdf,
    fetch: async (id = first) => {
      unwrap(await app.engine().call('pdfs.fetch', { ids: [id] }));
      return pdf(isOver, id);
    },
    bytes: (id = first) => readAll(app.engine(), id),
  };
}

/** Waits long enough for automatic downloads to happen. */
export function aMoment(): Promise<void> {
  return sleep(100);
}
