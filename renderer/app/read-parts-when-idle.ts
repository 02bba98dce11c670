import {
  LAZY_ACTION_TOAST,
  LAZY_COMMAND_PALETTE,
  LAZY_FORM_EDITOR,
  LAZY_GO_TO_DATE,
  LAZY_HELP,
  LAZY_PRINTED_DAY_SHEETS,
  LAZY_RELATED_RECORDS,
  LAZY_REQUISITION_EDITOR,
  LAZY_REVIEW_TOAST,
  LAZY_SHORTCUTS,
  LAZY_SYNC_DETAILS,
} from './lazy-parts.ts';
import { readListsAhead } from '#renderer/state/open-screen.ts';
import type { StoresReader } from '#renderer/state/stores-reader.ts';
import { SCREEN_VIEWS } from './screen-views.tsx';

type StoresToRead = Pick<StoresReader, 'load' | 'run'>;

interface Part {
  /** Reads the part once. Never rejects. */
  readonly load: () => Promise<unknown>;
}

/**
 * The parts in the order in which they are likely to be needed; screens that are not named come last. The others are read when
 * they are needed.
 */
const PARTS: readonly Part[] = [
  SCREEN_VIEWS.requisitions.component,
  SCREEN_VIEWS.notifications.component,
  LAZY_REVIEW_TOAST,
  LAZY_ACTION_TOAST,
  SCREEN_VIEWS.forms.component,
  SCREEN_VIEWS.day.component,
  SCREEN_VIEWS['completion-requests'].component,
  SCREEN_VIEWS.outbox.component,
  LAZY_COMMAND_PALETTE,
  LAZY_REQUISITION_EDITOR,
  LAZY_RELATED_RECORDS,
  LAZY_SYNC_DETAILS,
  LAZY_FORM_EDITOR,
  LAZY_PRINTED_DAY_SHEETS,
  LAZY_GO_TO_DATE,
  LAZY_SHORTCUTS,
  LAZY_HELP,
  ...Object.values(SCREEN_VIEWS).map(({ component }) => component),
];

/**
 * Lists the stores, the parts of the program, the rows of its lists, then the parts of the typeface, such as Greek letters: where
 * one of these is read while a long screen shows its first such letter, everything on that screen takes a new layout.
 */
function* listParts(reader: StoresToRead): Generator<Part, undefined> {
  yield reader;
  yield* PARTS;
  yield { load: async () => reader.run(readListsAhead) };
  for (const face of document.fonts) yield { load: () => face.load().catch(() => null) };
}

/** A busy page reads the next part after this time all the same. */
const MAX_WAIT_MS = 2_000;

/**
 * Reads the parts of the program, the rows of its lists and its typeface one by one, each when the page has nothing else to do,
 * so that the first visit of a screen is as quick as any other. Returns the function that stops.
 * @param reader reads the stores of the screens, which every part needs
 */
export function startReadingPartsWhenIdle(reader: StoresToRead): () => void {
  let isStopped = false;
  const parts = listParts(reader);
  const readNext = (): void => {
    if (isStopped) return;
    const { value: part } = parts.next();
    if (part !== undefined) void part.load().then(waitForIdleTime);
  };
  const waitForIdleTime = (): void => {
    requestIdleCallback(readNext, { timeout: MAX_WAIT_MS });
  };
  waitForIdleTime();
  return () => {
    isStopped = true;
  };
}
