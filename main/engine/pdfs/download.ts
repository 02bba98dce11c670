import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  createExpiredLinkError,
  isExpiredLinkError,
  PdfReceiverFailedError,
  type DownloadedPdf,
} from '#main/engine/api/pdf-download.ts';
import { parsePdfLink } from '#main/engine/api/pdf-link.ts';
import { getRequisitionPdfLink } from '#main/engine/api/requisitions.ts';
import { PDF_CHUNK_BYTES, type PdfStoreClient } from './client.ts';
import type { PdfApi, RecordAccessForPdfs } from './ports.ts';

/**
 * Cuts a stream into pieces of one size, each in a buffer of its own, which can be transferred without a
 * copy.
 */
export class FixedSizePieceSplitter {
  readonly #onPiece: (place: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  #buffer = new Uint8Array(PDF_CHUNK_BYTES);
  #filled = 0;
  #index = 0;

  /** @param hand receives a piece and its index from 0; its exceptions are passed on */
  constructor(hand: (place: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
    this.#onPiece = hand;
  }

  async take(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength; ) {
      const part = chunk.subarray(at, at + PDF_CHUNK_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.byteLength;
      at += part.byteLength;
      if (this.#filled === PDF_CHUNK_BYTES) await this.#flush();
    }
  }

  /** Passes on the rest as the last, shorter piece. */
  async end(): Promise<void> {
    if (this.#filled > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const piece = this.#filled === PDF_CHUNK_BYTES ? this.#buffer : this.#buffer.slice(0, this.#filled);
    this.#buffer = new Uint8Array(PDF_CHUNK_BYTES);
    this.#filled = 0;
    await this.#onPiece(this.#index++, piece);
  }
}

export interface FetchPdfDeps {
  readonly store: Pick<PdfStoreClient, 'call'>;
  readonly pdfApi: PdfApi;
  readonly records: Pick<RecordAccessForPdfs, 'versionsOf' | 'refresh'>;
}

/** One PDF to fetch, with a callback for its progress. */
export interface PdfFetchInput {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Called with the bytes received so far, and the announced size; null where that is unknown. */
  readonly onProgress: (received: number, size: number | null) => void;
}

/** Number of links tried: a link is requested right before its use, and once more where it has expired. */
const MAX_LINKS = 2;
/**
 * Maximum number of fetches where the record changes meanwhile. After them the last PDF is stored and known
 * to be stale.
 */
const MAX_ROUNDS = 2;

/** Requests a link and follows it at once. The link is not stored anywhere. */
async function follow(
  { pdfApi }: FetchPdfDeps,
  { id, signal, onProgress }: PdfFetchInput,
  onChunk: (chunk: Uint8Array) => Promise<void>,
): Promise<Result<DownloadedPdf>> {
  const answer = await pdfApi.send((http) => getRequisitionPdfLink(http, id, signal), signal);
  if (!answer.ok) return answer;
  const link = parsePdfLink(answer.value.bytes, id);
  if (!link.ok) return link;
  const { url, expiresAt } = link.value;
  const { serverTime } = answer.value;
  // The link's expiry is compared with the clock of the service that issued it; without either, the link's host
  // decides.
  if (expiresAt !== null && serverTime !== null && expiresAt <= serverTime) return createExpiredLinkError();
  let received = 0;
  let announced: number | null = null;
  return pdfApi.download({
    url,
    signal,
    onSize: (size) => {
      announced = size;
      onProgress(0, size);
    },
    onChunk: async (chunk) => {
      await onChunk(chunk);
      received += chunk.byteLength;
      onProgress(received, announced);
    },
  });
}

/** Stores the PDF in a row that counts as incomplete until the end; a failure removes the row. */
async function fetchVersion(
  deps: FetchPdfDeps,
  job: PdfFetchInput,
  version: EpochMs | null,
): Promise<Result<DownloadedPdf>> {
  const { store } = deps;
  const begun = await store.call('begin', { id: job.id, version });
  if (!begun.ok) return begun;
  const number = begun.value;
  const pieces = new FixedSizePieceSplitter(async (place, bytes) => {
    const stored = await store.call('addPiece', { number, place, bytes }, [bytes.buffer]);
    if (!stored.ok) throw new PdfReceiverFailedError(stored);
  });
  const fetched = await follow(deps, job, (chunk) => pieces.take(chunk));
  const stored = fetched.ok ? await keep(deps, pieces, { number, ...fetched.value }, job.signal) : fetched;
  if (!stored.ok) await store.call('abandon', { number });
  return stored;
}

async function keep(
  { store }: FetchPdfDeps,
  pieces: FixedSizePieceSplitter,
  receipt: DownloadedPdf & { readonly number: number },
  signal: AbortSignal,
): Promise<Result<DownloadedPdf>> {
  try {
    await pieces.end();
  } catch (thrown) {
    if (thrown instanceof PdfReceiverFailedError) return thrown.failure;
    throw thrown;
  }
  if (signal.aborted) return err('cancelled');
  const finished = await store.call('finish', receipt);
  return finished.ok ? ok(receipt) : finished;
}

async function getCurrentVersion({ records }: FetchPdfDeps, id: string): Promise<Result<EpochMs | null>> {
  await records.refresh(id);
  const found = await records.versionsOf([id]);
  return found.ok ? ok(found.value[0]?.version ?? null) : found;
}

/** Fetches a PDF, with a second link where the first had expired. */
async function fetchAlive(
  deps: FetchPdfDeps,
  job: PdfFetchInput,
  version: EpochMs | null,
): Promise<Result<DownloadedPdf>> {
  for (let links = 1; ; links++) {
    const fetched = await fetchVersion(deps, job, version);
    if (fetched.ok || links === MAX_LINKS || !isExpiredLinkError(fetched) || job.signal.aborted)
      return fetched;
  }
}

/**
 * Fetches the PDF of one requisition (service's document, section 4.2) and stores it under the version that
 * the record had before: the PDF shows that version or a newer one, never an older. Where the record changed
 * meanwhile it is fetched once more.
 * @returns the version that it is stored under; 'cancelled' where the signal aborted. Nothing incomplete is
 * stored.
 */
export async function fetchPdf(
  deps: FetchPdfDeps,
  job: PdfFetchInput,
): Promise<Result<{ version: EpochMs | null }>> {
  const before = await getCurrentVersion(deps, job.id);
  if (!before.ok) return before;
  let version = before.value;
  for (let round = 1; ; round++) {
    if (job.signal.aborted) return err('cancelled');
    const fetched = await fetchAlive(deps, job, version);
    if (!fetched.ok) return fetched;
    const after = await getCurrentVersion(deps, job.id);
    if (!after.ok || after.value === version || round === MAX_ROUNDS) return ok({ version });
    version = after.value;
  }
}
