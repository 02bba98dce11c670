import { err, ok, type ErrorCode } from '#contract/result.ts';
import type { HttpClient, HttpResult } from '#main/engine/api/http.ts';
import { PdfValidator } from '#main/engine/api/pdf-link.ts';
import { toBytes } from '../builders.ts';

const LINK = 'https://files.example.org/';
const PDF_PATH = /\/([^/]+)\/pdf$/;

/** The bytes of a PDF, or why there is none. */
type PdfResponse = Uint8Array | ErrorCode;

/**
 * The service of a page, without a server: single records, and PDFs, of which every request waits until the test gives the
 * response.
 */
export interface PageService {
  readonly http: HttpClient;
  /** Sets what the service has of a record. */
  readonly put: (record: object) => void;
  /** The service no longer has a record. */
  readonly remove: (id: string) => void;
  /** Gives the PDF of this requisition, or an error, to the requests for it, those to come too. */
  readonly answer: (id: string, answer: PdfResponse) => void;
}

const respond = (value: unknown): HttpResult =>
  ok({ status: 200, bytes: toBytes(value), serverTime: null, etag: null });

/** Creates a service without records and without responses. */
export function createPageService(): PageService {
  const records = new Map<string, object>();
  const given = new Map<string, PdfResponse>();
  const waiting = new Map<string, PromiseWithResolvers<PdfResponse>>();
  const closing = Promise.withResolvers<ErrorCode>();
  const waitForPdf = async (id: string): Promise<PdfResponse> => {
    const known = given.get(id);
    if (known !== undefined) return known;
    const waiter = waiting.get(id) ?? Promise.withResolvers<PdfResponse>();
    waiting.set(id, waiter);
    return Promise.race([waiter.promise, closing.promise]);
  };
  const getRecord = (path: string): HttpResult => {
    const record = records.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
    return record === undefined ? err('not-found') : respond(record);
  };
  return {
    put: (record) => void records.set(String((record as { readonly id?: unknown }).id), record), // a resource
    remove: (id) => void records.delete(id),
    answer: (id, answer) => {
      given.set(id, answer);
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    },
    http: {
      request: async ({ path, signal }) => {
        const named = PDF_PATH.exec(path)?.[1];
        if (named === undefined) return getRecord(path);
        const id = decodeURIComponent(named);
        const stopped = Promise.withResolvers<ErrorCode>();
        signal?.addEventListener('abort', () => stopped.resolve('cancelled'));
        const answer = await Promise.race([waitForPdf(id), stopped.promise]);
        if (typeof answer === 'string') return err(answer);
        const link = { id, object: 'requisition', url: `${LINK}${id}` };
        return respond({ ...link, expires_at: '2100-01-01T00:00:00.000Z' });
      },
      download: async ({ url, onChunk, onSize }) => {
        const bytes = await waitForPdf(String(url).slice(LINK.length));
        if (typeof bytes === 'string') return err(bytes);
        const check = new PdfValidator();
        check.onChunk(bytes);
        onSize?.(bytes.length);
        await onChunk(new Uint8Array(bytes)); // the store takes the bytes over
        return ok({ size: bytes.length, hash: check.end() });
      },
      setTokens: () => {},
      setProxy: () => {},
      close: async () => closing.resolve('cancelled'),
    },
  };
}
