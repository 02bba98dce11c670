import type { BrowserContext, Page, Request, Route } from 'playwright';
import { isHandled, ownAddress } from './addresses.ts';
import { answerOwn } from './session.ts';
import type { ContentsOf } from './web-contents.ts';

function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null; // the first request of a window that a page has opened
  }
}

function mayStart(request: Request, contentsOf: ContentsOf, isOwnDoing: (url: string) => boolean): boolean {
  if (!request.isNavigationRequest()) return true;
  const page = pageOf(request);
  const contents = page === null ? undefined : contentsOf(page);
  if (contents === undefined) return false;
  const isMainFrame = request.frame().parentFrame() === null;
  return (isMainFrame && isOwnDoing(request.url())) || contents.mayNavigate(request.url(), isMainFrame);
}

async function answer(route: Route, request: Request): Promise<void> {
  const response = await answerOwn(request.method(), ownAddress(request.url()));
  if (response === null) return route.abort('addressunreachable');
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/**
 * Puts the program between Chromium and everything that pages ask for: its own scheme is answered by its
 * handler, navigations ask its guards, windows are refused. All else goes its way, so that nothing but the
 * page's own policy keeps a request from leaving.
 * @param isOwnDoing whether a navigation to that address was started by the program
 */
export async function direct(
  context: BrowserContext,
  contentsOf: ContentsOf,
  isOwnDoing: (url: string) => boolean,
): Promise<void> {
  await context.route('**/*', async (route, request) => {
    if (!mayStart(request, contentsOf, isOwnDoing)) return route.abort('aborted');
    if (isHandled(request.url())) return answer(route, request);
    await route.continue();
  });
  context.on('page', (opened) => {
    void refuse(opened, contentsOf);
  });
}

async function refuse(opened: Page, contentsOf: ContentsOf): Promise<void> {
  if (contentsOf(opened) !== undefined) return;
  const opener = await opened.opener();
  if (opener !== null) contentsOf(opener)?.refuseWindow(opened.url());
  await opened.close();
}
