import { err, ok, type ErrorCode, type Result } from '#contract/result.ts';
import type { HttpResponse, Http, HttpResult } from '#main/engine/api/http.ts';
import { PdfValidator } from '#main/engine/api/pdf-link.ts';
import type { PdfApi } from '#main/engine/pdfs/ports.ts';
import { toBytes } from '../builders.ts';

const LINK = 'https://files.example.org/';

/** The bytes of a PDF, or why there is none. */
type PdfResponse = Uint8Array | ErrorCode;

/** A fake source of PDFs: every request for one waits until the test gives the response. */
export interface FakePdfService {
  readonly api: PdfApi;
  /** Gives the PDF of this requisition, or an error, to the requests for it, those to come too. */
  answer(id: string, answer: PdfResponse): void;
}

/** The requisition that a request for a link names. */
async function readId(request: (http: Http) => Promise<HttpResult>): Promise<string> {
  let path = '';
  const seen: Pick<Http, 'request'> = {
    request: async (asked) => {
      ({ path } = asked);
      return err('offline');
    },
  };
  await request(seen as Http); // a link is asked for by one request
  return decodeURIComponent(path.split('/').at(-2) ?? '');
}

/** Creates a source without responses. */
export function createFakePdfService(): FakePdfService {
  const given = new Map<string, PdfResponse>();
  const waiting = new Map<string, PromiseWithResolvers<PdfResponse>>();
  const answerOf = async (id: string): Promise<PdfResponse> => {
    const known = given.get(id);
    if (known !== undefined) return known;
    const waiter = waiting.get(id) ?? Promise.withResolvers<PdfResponse>();
    waiting.set(id, waiter);
    return waiter.promise;
  };
  return {
    answer: (id, answer) => {
      given.set(id, answer);
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    },
    api: {
      send: async (request, signal) => {
        const id = await readId(request);
        const stopped = Promise.withResolvers<ErrorCode>();
        signal.addEventListener('abort', () => stopped.resolve('cancelled'));
        const given = await Promise.race([answerOf(id), stopped.promise]);
        if (typeof given === 'string') return err(given);
        const link = {
          id,
          object: 'requisition',
          url: `${LINK}${id}`,
          expires_at: '2100-01-01T00:00:00.000Z',
        };
        const bytes = toBytes(link);
        return ok({ status: 200, bytes, serverTime: null, etag: null }) satisfies Result<HttpResponse>;
      },
      download: async ({ url, take, onSize }) => {
        const bytes = await answerOf(String(url).slice(LINK.length));
        if (typeof bytes === 'string') return err(bytes);
        const check = new PdfValidator();
        check.take(bytes);
        onSize?.(bytes.length);
        await take(bytes);
        return ok({ size: bytes.length, hash: check.end() });
      },
    },
  };
}
