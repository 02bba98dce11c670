import { cleanup, configure, render } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '#renderer/app/App.tsx';
// The page reads it later. Its sources are transformed with the test, not while one waits for what it shows.
import '#renderer/app/later-code.ts';
import { testPage, type TestPage } from './page.ts';

const ROOM_PX = 600;

// A bound for what hangs, never a measure of speed: on a busy machine the first screen of a file, whose code is compiled then, takes ten seconds.
configure({ asyncUtilTimeout: 60_000 });

/** Gives the page a size: the test's DOM has no layout, and a list without height renders no rows. */
export function usePage(): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(ROOM_PX);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(ROOM_PX);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
}

/** Renders the whole page over an engine in this thread. */
export function showApp(...setUp: Parameters<typeof testPage>): TestPage {
  const page = testPage(...setUp);
  render(<App bridge={page.bridge} />);
  return page;
}
