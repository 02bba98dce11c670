/** What a user does in the window, and the figures that it gives. */
import { callBridge } from '../../e2e/bridge.ts';
import { readBareBytes } from '../comparison/resident-memory.ts';
import { median, percentile } from '../statistics.ts';
import type { FigureName, Measurement } from './figures.ts';
import { MeasuredPage } from './measured-page.ts';
import type { FrameCount } from './page-meter.ts';
import type { MeasuredProgram } from './program.ts';
import { PART_LIMIT_MS, REFRESH_LIMIT_MS, waitWithin } from './time-limit.ts';

const BYTES_A_MEGABYTE = 1e6;
const REST_MS = 150;
const FRAMES_PRESSED = 20;
const ROWS_PRESSED = 40;
const TAB_ROUNDS = 4;
const WHEEL_MS = 4_000;
const WHEEL_PIXELS = 240;
const DRAG_MS = 1_000;
const LETTER_MS = 60;
const PERCENT = 100;
/** Until the engine's threads have looked twice whether they rest, and have collected their garbage. */
const IDLE_COLLECTION_MS = 12_000;

const SEARCHES = [
  { figure: 'search, a common word', text: 'without', finds: true },
  { figure: 'search, a rare word', text: 'krankengymnastik', finds: true },
  { figure: 'search, one letter', text: 'e', finds: true },
  { figure: 'search, two letters without a hit', text: 'zq', finds: false },
  { figure: 'search, a word without a hit', text: 'zqzqzq', finds: false },
] as const;

const TABS = ['Draft', 'Sent', 'Results received'] as const;

/** Returns the milliseconds from the program's first line to the numbers of the first screen. */
export async function measureFirstScreen({ page, startedAt }: MeasuredProgram): Promise<number> {
  const mark = await page.waitForFunction(() => window.benchMeter?.firstScreenAt ?? null);
  return ((await mark.jsonValue()) ?? Number.NaN) - startedAt;
}

/** Waits for the end of the refresh that follows each start, and of all work of the engine. */
async function waitUntilSettled(bench: MeasuredPage): Promise<void> {
  await bench.page.getByRole('contentinfo').getByText('Up to date').waitFor({ timeout: REFRESH_LIMIT_MS });
  await bench.waitUntilQuiet();
}

/** Does the work of the first start of a program over a filled cache, so that later ones are like those of each day. */
export async function settleFirstStart(program: MeasuredProgram): Promise<void> {
  const session = await program.page.context().newCDPSession(program.page);
  await measureFirstScreen(program);
  // Tens of thousands of PDFs are fetched once, at most twenty a second: no part of what is measured.
  await callBridge(program.page, 'pdfs.setOfflinePolicy', { keep: 'none', capMegabytes: 500 });
  await waitUntilSettled(new MeasuredPage(program, session, null));
}

/** Notes the resident memory of the engine beyond that of a Node process that does nothing, in megabytes. */
async function noteEngineMemory(bench: MeasuredPage, name: FigureName): Promise<void> {
  const resident = bench.getEngineMemory();
  const bare = await readBareBytes();
  bench.note(name, resident === null ? null : resident - bare / BYTES_A_MEGABYTE);
}

async function measureWorklist(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await waitUntilSettled(bench);
  await bench.rest(IDLE_COLLECTION_MS);
  await noteEngineMemory(bench, 'engine over a bare process, settled');
  await bench.withUsage(1, async () => {
    const ms = await bench.time('Ctrl+1', 'keydown', 'rows', () => page.keyboard.press('Control+1'));
    await bench.rest(10 * REST_MS);
    return [['worklist, first', ms]];
  });
  bench.note('heap of the page', await bench.getHeap());
  bench.note('elements of the page', await page.evaluate(() => document.querySelectorAll('*').length));
}

async function measureFrames(bench: MeasuredPage): Promise<void> {
  const times: number[] = [];
  for (let press = 0; press < FRAMES_PRESSED; press += 1) {
    times.push(await bench.time('Shift', 'keydown', 'frame', () => bench.page.keyboard.press('Shift')));
    await bench.rest(REST_MS / 3);
  }
  bench.note('two empty frames', median(times));
}

async function measureRows(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await page.locator('[role="listbox"]').focus();
  await page.keyboard.press('j');
  await bench.rest(2 * REST_MS);
  await bench.takeLongTasks();
  await bench.withUsage(ROWS_PRESSED, async () => {
    const times: number[] = [];
    for (let press = 0; press < ROWS_PRESSED; press += 1) {
      times.push(await bench.time('J', 'keydown', 'selected', () => page.keyboard.press('j')));
      await bench.rest(REST_MS);
    }
    return [
      ['J, p50', percentile(times, 0.5)],
      ['J, p95', percentile(times, 0.95)],
      ['J, longest task', (await bench.takeLongTasks()).longest],
    ];
  });
}

async function measureTabs(bench: MeasuredPage): Promise<void> {
  const tabs = bench.page.getByRole('radiogroup', { name: 'Requisitions by status' });
  const click = (name: string): Promise<void> =>
    bench.clickAt(tabs.getByRole('radio', { name: new RegExp(`${name}$`) }));
  await bench.withUsage(TAB_ROUNDS * TABS.length, async () => {
    const times: number[] = [];
    for (let round = 0; round < TAB_ROUNDS; round += 1) {
      for (const name of TABS) {
        times.push(await bench.time(`tab ${name}`, 'pointerdown', 'rows', () => click(name)));
        await bench.rest(2 * REST_MS);
      }
    }
    return [
      ['tab, p50', percentile(times, 0.5)],
      ['tab, p95', percentile(times, 0.95)],
    ];
  });
  await click('All');
  await bench.rest(2 * REST_MS);
}

/** Types a search letter by letter and measures from the last letter to its rows. */
async function measureSearches(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await bench.takeLongTasks();
  for (const { figure, text, finds } of SEARCHES) {
    await page.locator('[data-search]').focus();
    if (text.length > 1) await page.keyboard.type(text.slice(0, -1), { delay: LETTER_MS });
    const outcome = finds ? { found: text } : { nothingFor: text };
    await bench.withUsage(1, async () => {
      const ms = await bench.time(figure, 'keydown', outcome, () => page.keyboard.press(text.slice(-1)));
      await bench.rest(2 * REST_MS);
      return [[figure, ms]];
    });
    await page.keyboard.press('Escape');
    await bench.rest(4 * REST_MS);
  }
  bench.note('search, longest task', (await bench.takeLongTasks()).longest);
}

function toShare({ frames, blank }: FrameCount): number {
  return (PERCENT * blank) / Math.max(1, frames);
}

async function measureWheel(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await page.locator('[role="listbox"]').hover();
  await bench.takeLongTasks();
  let events = 0;
  await bench.callMeter('watchFrames');
  for (const until = performance.now() + WHEEL_MS; performance.now() < until; events += 1)
    await page.mouse.wheel(0, WHEEL_PIXELS);
  const counted = await bench.callMeter('countFrames');
  bench.note('wheel, events a second', (events * 1_000) / WHEEL_MS);
  bench.note('wheel, frames a second', (counted.frames * 1_000) / WHEEL_MS);
  bench.note('wheel, blank frames', toShare(counted));
  bench.note('wheel, longest task', (await bench.takeLongTasks()).longest);
}

async function measureJumps(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await bench.withUsage(1, async () => {
    await bench.callMeter('watchFrames');
    const ms = await bench.dragToMiddle(DRAG_MS);
    return [
      ['scroll bar to the middle, rows', ms],
      ['scroll bar, blank frames', toShare(await bench.callMeter('countFrames'))],
      ['scroll bar, longest task', (await bench.takeLongTasks()).longest],
    ];
  });
  await page.locator('[role="listbox"]').focus();
  await bench.withUsage(1, async () => {
    const ms = await bench.time('End', 'keydown', 'end', () => page.keyboard.press('End'));
    await bench.rest(2 * REST_MS);
    return [
      ['End', ms],
      ['End, longest task', (await bench.takeLongTasks()).longest],
    ];
  });
  await page.keyboard.press('Home');
  await bench.rest(2 * REST_MS);
}

function clickScreen(bench: MeasuredPage, id: string): Promise<void> {
  return bench.clickAt(bench.page.locator(`[data-place="${id}"] button`));
}

/** Opens a screen and notes the time until its outcome is there, and the longest task until some time after that. */
async function measureScreen(
  bench: MeasuredPage,
  { id, outcome }: { readonly id: string; readonly outcome: 'rows' | 'day' },
  figures: { readonly time: FigureName; readonly longestTask: FigureName },
): Promise<void> {
  await bench.takeLongTasks();
  await bench.withUsage(1, async () => {
    const ms = await bench.time(figures.time, 'pointerdown', outcome, () => clickScreen(bench, id));
    await bench.rest(4 * REST_MS);
    return [
      [figures.time, ms],
      [figures.longestTask, (await bench.takeLongTasks()).longest],
    ];
  });
}

const INBOX = { id: 'notifications', outcome: 'rows' } as const;

/** The inbox after the worklist, for the first time. */
async function measureInbox(bench: MeasuredPage): Promise<void> {
  const before = bench.getEngineMemory();
  await measureScreen(bench, INBOX, { time: 'inbox, first', longestTask: 'inbox, longest task' });
  const after = bench.getEngineMemory();
  bench.note('inbox, memory of the engine', before === null || after === null ? null : after - before);
}

async function measureDay(bench: MeasuredPage): Promise<void> {
  const day = { id: 'day', outcome: 'day' } as const;
  await measureScreen(bench, day, { time: 'day, first', longestTask: 'day, longest task' });
  const freshness = await bench.page.locator('[data-part="freshness"]').textContent();
  bench.note('day, appointments', Number(/\d+/.exec(freshness ?? '')?.[0]));
}

/** The inbox again, where the appointments of a day have to leave the page for it. */
function measureInboxAfterDay(bench: MeasuredPage): Promise<void> {
  return measureScreen(bench, INBOX, {
    time: 'inbox, after the day',
    longestTask: 'inbox after the day, longest task',
  });
}

/** Profiles the page from its beginning, which was over before the first load could be profiled. */
async function profileLoading(bench: MeasuredPage): Promise<void> {
  const { page } = bench;
  await bench.withProfile('start', async () => {
    await page.reload();
    await page.locator('[data-queue]').first().waitFor();
  });
}

/** The parts of a run, in their order. */
const PARTS: Readonly<Record<string, (bench: MeasuredPage) => Promise<void>>> = {
  worklist: measureWorklist,
  frames: measureFrames,
  rows: measureRows,
  tabs: measureTabs,
  searches: measureSearches,
  wheel: measureWheel,
  jumps: measureJumps,
  inbox: measureInbox,
  day: measureDay,
  'inbox after the day': measureInboxAfterDay,
};

/**
 * Does everything that is measured, once.
 * @param profileFolder where a CPU profile of the page is written for each part; null for none
 * @throws with the name of the part and what it awaits where one does not come to its end
 */
export async function measureWindow(
  program: MeasuredProgram,
  profileFolder: string | null,
): Promise<ReadonlyMap<FigureName, Measurement>> {
  const session = await program.page.context().newCDPSession(program.page);
  const bench = new MeasuredPage(program, session, profileFolder);
  bench.note('start to the first screen', await measureFirstScreen(program));
  if (profileFolder !== null) await profileLoading(bench);
  for (const [name, measure] of Object.entries(PARTS)) {
    const part = `part ${name}`;
    try {
      await waitWithin(
        bench.withProfile(name, () => measure(bench)),
        PART_LIMIT_MS,
        { action: part, awaited: 'its end' },
      );
    } catch (thrown) {
      throw new Error(`${part} of the window benchmark has failed`, { cause: thrown });
    }
  }
  await noteEngineMemory(bench, 'engine over a bare process, at the end');
  bench.note('heap of the page, at the end', await bench.getHeap());
  return bench.figures;
}
