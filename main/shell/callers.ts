import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebContents } from 'electron';

const calls = new AsyncLocalStorage<WebContents>();

/** Runs the work of a call; meanwhile `getCallingPage` returns the page that has made it. */
export function runForPage<T>(page: WebContents, work: () => Promise<T>): Promise<T> {
  return calls.run(page, work);
}

/** Returns the page whose call is being served; null outside of calls. */
export function getCallingPage(): WebContents | null {
  return calls.getStore() ?? null;
}
