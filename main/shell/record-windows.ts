import type { BrowserWindow, WebContents } from 'electron';
import type { EventName } from '#contract/ipc-names.ts';
import { MAX_RECORD_WINDOWS, type RecordOfWindow } from '#contract/record-windows.ts';
import { endPageProcess } from './page-failures.ts';

/** A window with its page. */
export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Sends an event to the page; while it is being loaded, the last payload of each event is kept for it. */
  readonly send: (name: EventName, payload: unknown) => void;
}

/** The windows that show one record each. */
export interface RecordWindows {
  /** Shows a record in a window of its own; the window that shows it already comes to the front. */
  readonly open: (record: RecordOfWindow) => 'opened' | 'shown' | 'full';
  /** Returns the record of a window; null where it shows none, as the main window. */
  readonly getRecord: (page: WebContents | null) => RecordOfWindow | null;
  /** Notes that the record of a window has got another id. */
  readonly noteId: (page: WebContents | null, record: RecordOfWindow) => void;
  readonly list: () => readonly OpenedWindow[];
  /** Closes all of them, as if the user did. */
  readonly closeAll: () => void;
  /** Ends the processes of their pages and removes them, whatever the pages do. */
  readonly terminateAll: () => void;
}

export interface RecordWindowsDeps {
  /** Creates a window; under the name Electron stores its size and place. */
  readonly create: (name: string) => OpenedWindow;
  readonly bringToFront: (window: BrowserWindow) => void;
  /** Called when the user has closed one of them. */
  readonly onClosed: () => void;
}

interface RecordWindow extends OpenedWindow {
  /** The number in the window's name, which no other open window has. */
  readonly slot: number;
  readonly record: RecordOfWindow;
}

function isSameRecord(one: RecordOfWindow, other: RecordOfWindow): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** Creates the store of the windows that show one record each. */
export function createRecordWindows({ create, bringToFront, onClosed }: RecordWindowsDeps): RecordWindows {
  let open: readonly RecordWindow[] = [];
  const findByPage = (page: WebContents | null): RecordWindow | undefined =>
    open.find(({ window }) => !window.isDestroyed() && window.webContents === page);

  function add(record: RecordOfWindow): void {
    const slots = new Set(open.map(({ slot }) => slot));
    const slot = Array.from({ length: MAX_RECORD_WINDOWS }, (_, index) => index + 1).find(
      (candidate) => !slots.has(candidate),
    );
    if (slot === undefined) return;
    const opened = create(`record-${slot}`);
    open = [...open, { ...opened, slot, record }];
    opened.window.on('closed', () => {
      const before = open.length;
      open = open.filter(({ window }) => window !== opened.window);
      if (open.length < before) onClosed();
    });
  }

  return {
    open: (record) => {
      const known = open.find((each) => isSameRecord(each.record, record));
      if (known !== undefined) {
        bringToFront(known.window);
        return 'shown';
      }
      if (open.length >= MAX_RECORD_WINDOWS) return 'full';
      add(record);
      return 'opened';
    },
    getRecord: (page) => findByPage(page)?.record ?? null,
    noteId: (page, record) => {
      const known = findByPage(page);
      open = open.map((each) => (each === known ? { ...each, record } : each));
    },
    list: () => open,
    closeAll: () => {
      for (const { window } of open) window.close();
    },
    terminateAll: () => {
      const ended = open;
      open = [];
      for (const { window } of ended) {
        endPageProcess(window.webContents);
        window.destroy();
      }
    },
  };
}
