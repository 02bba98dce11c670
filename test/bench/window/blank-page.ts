import { chromium } from 'playwright';
import { findChromium } from '../../../scripts/system-parts.ts';
import { METER_SCRIPT } from './page-meter.ts';

/** What a page without content costs in the browser of the stand-in. */
export interface BlankPage {
  /** Milliseconds from the start of the browser to the page's second frame. */
  readonly start: number;
  /** Megabytes of its script heap. */
  readonly heap: number;
}

const BYTES_A_MEGABYTE = 1e6;

/** Starts the browser with a blank page, and ends it. */
export async function measureBlankPage(): Promise<BlankPage> {
  const from = performance.now();
  const browser = await chromium.launch({
    executablePath: findChromium('headless') ?? '',
    args: ['--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto('about:blank');
    await page.evaluate(METER_SCRIPT);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    const start = performance.now() - from;
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { start, heap: usedSize / BYTES_A_MEGABYTE };
  } finally {
    await browser.close();
  }
}
