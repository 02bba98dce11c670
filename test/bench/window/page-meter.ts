/** What a page meter watched while something happened. */
export interface LongTasks {
  readonly count: number;
  /** Milliseconds. */
  readonly total: number;
  readonly longest: number;
}

/** Frames of a time, and those of them in which a place in view had no row. */
export interface FrameCount {
  readonly frames: number;
  readonly blank: number;
}

/** What has to be on screen for an action to count as done. */
export type Outcome =
  /** Nothing: the next frame. */
  | 'frame'
  /** Another row is the selected one, and in view. */
  | 'selected'
  /** The rows of another tab, or of a list that was not open. */
  | 'rows'
  /** The last row is selected and the view is full. */
  | 'end'
  /** The appointments of a day. */
  | 'day'
  /** The number of a queue on the first screen. */
  | 'home'
  /** The search field has this text, and the rows that it finds are shown. */
  | { readonly found: string }
  /** Likewise, and it finds nothing. */
  | { readonly nothingFor: string };

/** The meter, which a page has as `window.benchMeter`. */
export interface PageMeter {
  /** Measures from the next event of this type to the frame after the one in which the outcome is there. */
  arm(event: 'keydown' | 'pointerdown', outcome: Outcome): void;
  /** Resolves with the milliseconds that `arm` has measured. */
  done(): Promise<number>;
  /** Returns the tasks of more than 50 ms since the last call. */
  takeLongTasks(): LongTasks;
  watchFrames(): void;
  /** Ends `watchFrames`. */
  countFrames(): FrameCount;
  /**
   * Scrolls the list to a share of its height in this time, as dragging the scroll bar does. Resolves with the milliseconds
   * from the last movement to the frame from which the view stays full of rows.
   */
  drag(share: number, duration: number): Promise<number>;
  /** Epoch milliseconds of the frame in which the first screen had its numbers; null until then. */
  readonly firstScreenAt: number | null;
}

declare global {
  interface Window {
    benchMeter: PageMeter | undefined;
  }
}

/** Installs the meter. It runs in the page, so it uses nothing from outside itself. */
export function installMeter(): void {
  if (window.benchMeter !== undefined || window.top !== window) return;
  const FULL_FRAMES = 6;
  const nextFrame = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(performance.now()));
    });
  const getList = (): HTMLElement | null => document.querySelector('[role="listbox"]');
  const getRows = (): readonly HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('[role="listbox"]:not([aria-busy]) [role="option"]'),
  ];
  const isInView = (row: Element | null): boolean => {
    const view = getList()?.getBoundingClientRect();
    const box = row?.getBoundingClientRect();
    return (
      view !== undefined && box !== undefined && box.top >= view.top - 1 && box.bottom <= view.bottom + 1
    );
  };
  /** Whether no place in view is without its row; a list that is shorter than the view is full. */
  const isFull = (): boolean => {
    const list = getList();
    if (list === null) return false;
    const view = list.getBoundingClientRect();
    const [first] = getRows();
    if (first === undefined) return false;
    // Headings between the rows take places as well; a place without its row has no text.
    const shownParts = [...(first.parentElement?.children ?? [])].filter(
      ({ textContent }) => textContent !== '',
    );
    const boxes = shownParts.map((part) => part.getBoundingClientRect());
    const wanted = Math.min(view.height, list.scrollHeight) - first.getBoundingClientRect().height;
    const shown = boxes.map(({ top, bottom }) => Math.min(bottom, view.bottom) - Math.max(top, view.top));
    return shown.reduce((sum, height) => sum + Math.max(0, height), 0) >= wanted;
  };
  const getSelected = (): HTMLElement | null =>
    document.querySelector('[role="option"][aria-selected="true"]');
  const getPlace = (row: Element | null): string => row?.getAttribute('aria-posinset') ?? '';
  const getSearch = (): string => document.querySelector<HTMLInputElement>('[data-search]')?.value ?? '';
  const getFirstText = (): string => getRows()[0]?.textContent ?? '';

  function createCheck(outcome: Outcome): () => boolean {
    if (typeof outcome === 'object' && 'found' in outcome)
      return () =>
        getSearch() === outcome.found &&
        getRows().some((row) => row.querySelector('mark')?.textContent.toLowerCase() === outcome.found);
    if (typeof outcome === 'object')
      return () =>
        getSearch() === outcome.nothingFor &&
        document.querySelector('[role="option"], [aria-busy], [data-pane="list"] [data-part="skeleton"]') ===
          null;
    const place = getPlace(getSelected());
    const text = getFirstText();
    const checks: Readonly<Record<typeof outcome, () => boolean>> = {
      frame: () => true,
      selected: () => getPlace(getSelected()) !== place && isInView(getSelected()),
      rows: () => getFirstText() !== text && isFull(),
      end: () => {
        const row = getSelected();
        return row !== null && getPlace(row) === row.getAttribute('aria-setsize') && isFull();
      },
      day: () => document.querySelector('[data-pane="list"] ol > li') !== null,
      home: () => document.querySelector('[data-queue]') !== null,
    };
    return checks[outcome];
  }

  let tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });

  let measured = Promise.resolve(0);
  let count: { frames: number; blank: number } | null = null;
  const meter = {
    firstScreenAt: null as number | null,
    arm: (event: 'keydown' | 'pointerdown', outcome: Outcome): void => {
      const isThere = createCheck(outcome);
      measured = new Promise((resolve) => {
        const begin = async ({ timeStamp }: Event): Promise<void> => {
          do await nextFrame();
          while (!isThere());
          resolve((await nextFrame()) - timeStamp);
        };
        window.addEventListener(event, (given) => void begin(given), { capture: true, once: true });
      });
    },
    done: () => measured,
    takeLongTasks: (): LongTasks => {
      const all = [...tasks, ...observer.takeRecords()].map(({ duration }) => duration);
      tasks = [];
      return {
        count: all.length,
        total: all.reduce((sum, each) => sum + each, 0),
        longest: Math.max(0, ...all),
      };
    },
    watchFrames: (): void => {
      const current = { frames: 0, blank: 0 };
      count = current;
      const look = (): void => {
        if (count !== current) return;
        current.frames += 1;
        if (!isFull()) current.blank += 1;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    countFrames: (): FrameCount => {
      const counted = count ?? { frames: 0, blank: 0 };
      count = null;
      return { ...counted };
    },
    drag: async (share: number, duration: number): Promise<number> => {
      const list = getList();
      if (list === null) throw new Error('there is no list');
      const begin = await nextFrame();
      const from = list.scrollTop;
      const to = (list.scrollHeight - list.clientHeight) * share;
      let last = begin;
      do {
        last = await nextFrame();
        list.scrollTop = from + (to - from) * Math.min(1, (last - begin) / duration);
      } while (last - begin < duration);
      let shownAt = Number.NaN;
      for (let full = 0; full < FULL_FRAMES; ) {
        const at = await nextFrame();
        full = isFull() ? full + 1 : 0;
        if (full === 2) shownAt = at;
      }
      return shownAt - last;
    },
  };
  window.benchMeter = meter;

  const waitForFirstScreen = async (): Promise<void> => {
    const isThere = createCheck('home');
    do await nextFrame();
    while (!isThere());
    meter.firstScreenAt = performance.timeOrigin + (await nextFrame());
  };
  void waitForFirstScreen();
}

/** The meter as a script for a page. */
export const METER_SCRIPT = `(${installMeter.toString()})()`;
