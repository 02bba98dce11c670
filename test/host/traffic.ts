import type { BrowserContext, Page, Request, Route } from 'playwright';
import { isHandled, ownAddress } from './addresses.ts';
import { answerOwn } from './session.ts';
import type { PageContents } from './web-contents.ts';

/** The windows of the program, for intercepting their requests. */
export interface Windows {
  readonly contentsOf: (page: Page) => PageContents | undefined;
  /** Whether a navigation to that address was started by the program. */
  readonly isOwnDoing: (shown: string) => boolean;
  /** Whether the program is opening a window, whose page is not known yet. */
  readonly isAwaited: () => boolean;
}

function toPage(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null; // the first request of a window that a page has opened
  }
}

function mayStart(request: Request, { contentsOf: getContents, isOwnDoing }: Windows): boolean {
  if (!request.isNavigationRequest()) return true;
  const page = toPage(request);
  const contents = page === null ? undefined : getContents(page);
  if (contents === undefined) return false;
  const isMainFrame = request.frame().parentFrame() === null;
  return (isMainFrame && isOwnDoing(request.url())) || contents.mayNavigate(request.url(), isMainFrame);
}

/**
 * Added to the policy of every page: it allows everything but opening windows. Electron asks the program
 * before it opens one; Chromium would open it and request its address before the program could refuse.
 */
const NO_WINDOWS = 'sandbox allow-scripts allow-same-origin allow-forms allow-modals allow-downloads';

async function answer(route: Route, request: Request): Promise<void> {
  const response = await answerOwn(request.method(), ownAddress(request.url()));
  if (response === null) return route.abort('addressunreachable');
  if (request.isNavigationRequest()) response.headers.append('Content-Security-Policy', NO_WINDOWS);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/**
 * Intercepts everything that pages request: the own scheme is served by the program's handler, navigations
 * are checked by its guards, and a window that opened nevertheless is closed. Other requests pass, so that
 * only the page's own policy blocks them.
 */
export async function interceptTraffic(context: BrowserContext, windows: Windows): Promise<void> {
  await context.route('**/*', async (route, request) => {
    if (!mayStart(request, windows)) return route.abort('aborted');
    if (isHandled(request.url())) return answer(route, request);
    await route.continue();
  });
  context.on('page', (opened) => {
    if (windows.contentsOf(opened) === undefined && !windows.isAwaited()) void opened.close();
  });
}
