import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { listFoldersWithAccountFiles } from '#main/base/account-files.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createPdfDragHandlers } from '#main/shell/drag.ts';
import { TempCopies } from '#main/shell/temp-copies.ts';
import { askedNames, FakeWindow, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const id = recordIdSchema('requisition').parse('req_Maria1Gonzalez2');
const LIFETIME_MS = 15 * 60_000;

let base = '';
let copies: TempCopies;
const clock = manualClock();
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'intray-drag-'));
  const folder = join(base, 'opened');
  copies = new TempCopies({ folder, clock, random: createSeededRandom(5), log: silentLog });
});
afterEach(async () => {
  await copies.close();
  resetElectron();
  rmSync(base, { recursive: true, force: true });
});

type Copy = { readonly path: string; readonly purpose: string };

/** A window from which a PDF is dragged; `answer` is the engine's, which writes the copy unless it fails. */
function setUp(answer: (copy: Copy, window: FakeWindow) => Promise<Result<unknown>> = async () => ok({})) {
  const made: Copy[] = [];
  const window = new FakeWindow({});
  const engine = {
    call: async (_name: string, input: Copy): Promise<Result<unknown>> => {
      made.push(input);
      writeFileSync(input.path, 'PDF', { mode: 0o600 });
      return answer(input, window);
    },
  };
  const handlers = createPdfDragHandlers({
    copies,
    engine,
    window: () => window as unknown as BrowserWindow, // it has what Intray uses of a window
  });
  return { made, window, drag: () => handlers['pdfs.drag']({ id }) };
}
const path = (made: readonly Copy[]): string => made[0]?.path ?? '';
const wasDragged = (): boolean => askedNames().includes('webContents.startDrag');

describe('dragging a PDF out of the window', () => {
  it('gives the other program a private copy under a name that identifies no patient, and counts as saving', async () => {
    const { made, drag } = setUp();
    expect(await drag()).toEqual(ok({ isStarted: true }));
    expect(made).toMatchObject([{ id, purpose: 'saved', replaces: false }]);
    expect(lastAsk('webContents.startDrag')).toMatchObject([{ file: path(made) }]);
    expect(basename(path(made))).toMatch(/^requisition-[0-9a-f]{12}\.pdf$/);
    expect(path(made)).not.toContain('Maria');
    expect(statSync(dirname(path(made))).mode & 0o077).toBe(0);
  });

  it('shows a picture under the pointer: a Mac refuses a drag without one', async () => {
    const { drag } = setUp();
    expect(await drag()).toEqual(ok({ isStarted: true }));
    const [item] = lastAsk('webContents.startDrag') as [{ readonly icon: { readonly pixels: Buffer } }];
    expect(item.icon.pixels.some((part) => part !== 0)).toBe(true);
  });

  it('removes the copy and its folder after a quarter of an hour, as that of an opened PDF', async () => {
    const { made, drag } = setUp();
    await drag();
    await clock.pass(LIFETIME_MS - 1);
    expect(existsSync(path(made))).toBe(true);
    await clock.pass(1);
    await waitUntilPasses(() => expect(existsSync(dirname(path(made)))).toBe(false));
  });

  it('removes the copy when the account is closed', async () => {
    const { made, drag } = setUp();
    await drag();
    await copies.purge();
    expect(existsSync(path(made))).toBe(false);
  });

  it('makes a copy that the removal of an account finds where the window was killed', async () => {
    const { made, drag } = setUp();
    await drag();
    const folders = listFoldersWithAccountFiles(base, 'a'.repeat(16));
    expect(folders.flatMap((folder) => folder.files.map((name) => join(folder.path, name)))).toEqual([
      path(made),
    ]);
    expect(folders.map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
  });

  it('drags nothing where the mouse button was released before the copy was ready', async () => {
    const { made, drag } = setUp(async (_copy, window) => {
      window.webContents.emit('input-event', {}, { type: 'mouseUp' });
      return ok({});
    });
    expect(await drag()).toEqual(ok({ isStarted: false }));
    expect(wasDragged()).toBe(false);
    expect(existsSync(dirname(path(made)))).toBe(false);
  });

  it('goes on where the mouse has only moved meanwhile, and listens to it no longer than that', async () => {
    const { window, drag } = setUp(async (_copy, { webContents }) => {
      webContents.emit('input-event', {}, { type: 'mouseMove' });
      return ok({});
    });
    const before = window.webContents.listenerCount('input-event');
    expect(await drag()).toEqual(ok({ isStarted: true }));
    expect(window.webContents.listenerCount('input-event')).toBe(before);
  });

  it('drags nothing whose copy is gone', async () => {
    const { drag } = setUp(async () => {
      await copies.purge();
      return ok({});
    });
    expect(await drag()).toEqual(ok({ isStarted: false }));
    expect(wasDragged()).toBe(false);
  });

  it('drags nothing from a window that has closed meanwhile', async () => {
    const { made, drag } = setUp(async (_copy, window) => {
      window.close();
      return ok({});
    });
    expect(await drag()).toEqual(ok({ isStarted: false }));
    expect(wasDragged()).toBe(false);
    expect(existsSync(path(made))).toBe(false);
  });

  it('says why there is no copy, and leaves none', async () => {
    const { made, drag } = setUp(async () => err('not-found'));
    expect(await drag()).toEqual(err('not-found'));
    expect(wasDragged()).toBe(false);
    expect(existsSync(dirname(path(made)))).toBe(false);
  });

  it('leaves no copy where Electron refuses', async () => {
    const { made, window, drag } = setUp();
    window.webContents.startDrag = () => {
      throw new TypeError('refused');
    };
    await expect(drag()).rejects.toThrow('refused');
    expect(existsSync(dirname(path(made)))).toBe(false);
  });
});
