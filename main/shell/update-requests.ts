import type { AppUpdater } from 'electron-updater';
import type { UpdateFailure } from '#contract/updates.ts';

/** The part of a response that is looked at: Electron's and Node's are alike in it. */
interface FileResponse {
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface FileRequest {
  abort(): void;
}

/** The requests of electron-updater. They are no part of its types. */
interface Executor {
  createRequest(options: object, onResponse: (response: FileResponse) => void): FileRequest;
}

function getHeader({ headers }: FileResponse, name: string): string {
  return [headers[name] ?? ''].flat().join();
}

/** Why a response is not read; null for one that may be the file. */
function findRefusal(response: FileResponse, size: number): UpdateFailure | null {
  const { statusCode = 0 } = response;
  if (statusCode >= 300 && statusCode < 400) return 'redirected';
  if (statusCode !== 200) return 'no-answer';
  // A compressed response has another length than the file, and may have no end.
  if (!/^(identity)?$/i.test(getHeader(response, 'content-encoding'))) return 'wrong-file';
  const length = getHeader(response, 'content-length');
  if (length === String(size)) return null;
  return /^\d+$/.test(length) && Number(length) < size ? 'wrong-file' : 'too-large';
}

/**
 * Makes the updater read one answer without redirects, of exactly the signed size: by itself it would write an
 * answer without a length to the disk for as long as it lasts.
 * @param onRefused called with the reason, before the request ends
 * @returns a function that ends the request
 */
export function limitUpdaterDownload(
  updater: AppUpdater,
  size: number,
  onRefused: (failure: UpdateFailure) => void,
): () => void {
  // A field that its types leave out; the version is pinned, and the tests run the real one.
  const { httpExecutor } = updater as unknown as { readonly httpExecutor: Executor };
  // The method of its class: a guard of an earlier download is replaced, not wrapped.
  const original = Object.getPrototypeOf(httpExecutor) as Executor;
  let requests = 0;
  let last: FileRequest | null = null;
  httpExecutor.createRequest = (options, onResponse) => {
    requests += 1;
    const isFollowed = requests > 1;
    const refuse = (failure: UpdateFailure): void => {
      request.abort();
      onRefused(failure);
    };
    const request = original.createRequest.call(httpExecutor, options, (response) => {
      const refusal = isFollowed ? 'redirected' : findRefusal(response, size);
      if (refusal === null) onResponse(response);
      else refuse(refusal);
    });
    last = request;
    if (isFollowed) refuse('redirected');
    return request;
  };
  return () => last?.abort();
}
