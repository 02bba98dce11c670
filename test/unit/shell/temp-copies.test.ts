import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { getTempCopiesFolders } from '#main/base/temp-copies-folders.ts';
import { TempCopies } from '#main/shell/temp-copies.ts';
import { unwrap } from '../../support/engine.ts';
import { waitUntilPasses } from '../../support/wait.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'intray-copies-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A clock whose waits end when the test says so. */
function handClock() {
  const waits: { readonly ms: number; readonly end: DeferredPromise<void> }[] = [];
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    wait: (ms, signal) => {
      const end = createDeferredPromise<void>();
      signal?.addEventListener('abort', () => end.reject(signal.reason));
      waits.push({ ms, end });
      return end.promise;
    },
  };
  return { clock, waits };
}

function setUp(folder = join(base, 'opened'), random = createSeededRandom(3)) {
  const { clock, waits } = handClock();
  const copies = new TempCopies({ folder, clock, random, log: silentLog });
  const copy = async (): Promise<string> => {
    const path = unwrap(await copies.createPath());
    writeFileSync(path, 'a document', { flag: 'wx', mode: 0o600 });
    return path;
  };
  return { folder, copies, copy, waits };
}

describe('a temporary copy', () => {
  it('gets a generated name in a folder for this user only', async () => {
    const { copy, folder } = setUp();
    const [one, other] = [await copy(), await copy()];
    expect(one).toMatch(/papers-[0-9a-f]{16}.[0-9a-f]{32}\.pdf$/);
    expect(other).not.toBe(one);
    for (const path of [folder, dirname(one)]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is removed after a quarter of an hour, alone', async () => {
    const { copies, copy, waits } = setUp();
    const [one, other] = [await copy(), await copy()];
    copies.removeLater(one);
    expect(waits.map(({ ms }) => ms)).toEqual([15 * 60_000]);
    waits[0]?.end.resolve();
    await waitUntilPasses(() => expect(existsSync(one)).toBe(false));
    expect(existsSync(other)).toBe(true);
  });

  it('is removed with all others when the account closes, and new ones are possible', async () => {
    const { copies, copy, folder } = setUp();
    await copy();
    await copies.purge();
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(await copy())).toBe(true);
  });

  it('is in one folder with those that are opened at the same moment: that folder is removed in the end', async () => {
    const { copies, copy, folder } = setUp();
    await Promise.all([copy(), copy(), copy()]);
    expect(readdirSync(folder)).toHaveLength(1);
    await copies.purge();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no folder where the account closes while the folder is being made', async () => {
    const begun = createDeferredPromise<void>();
    const random = createSeededRandom(3);
    const hex = (count: number): string => {
      begun.resolve();
      return random.hex(count);
    };
    const { copies, folder } = setUp(undefined, { ...random, hex });
    const opening = copies.createPath();
    await begun.promise;
    await copies.purge();
    await opening;
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed at the end though its time has not come', async () => {
    const { copies, copy, folder } = setUp();
    copies.removeLater(await copy());
    await copies.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('is removed before Windows ends the session, which kills the program at once', async () => {
    const { copies, copy, folder } = setUp();
    copies.removeLater(await copy());
    copies.removeAtSessionEnd();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that cannot be removed is tried again after a minute, which the end of the program does not wait for', async () => {
    const { copies, copy, waits } = setUp();
    // What lies below a file cannot be removed.
    const removing = copies.remove(join(await copy(), 'in-use.pdf'));
    await waitUntilPasses(() => expect(waits.map(({ ms }) => ms)).toEqual([60_000]));
    await copies.close();
    await removing;
    expect(waits).toHaveLength(1);
  });
});

it.each([
  ['looks like that of a copy', 'a'.repeat(32)],
  ['lies in one that looks like that of a run', join(`papers-${'a'.repeat(16)}`, 'opened')],
])('files of other programs in a folder that %s stay when the copies are removed', async (_how, name) => {
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { copies, copy } = setUp(folder);
  writeFileSync(join(folder, 'keep'), 'x');
  await copy();
  await copies.purge();
  expect(readdirSync(folder)).toEqual(['keep']);
});

describe('files of an earlier run', () => {
  it('are removed at the start, and nothing of this run is', async () => {
    const { copies, copy, folder } = setUp();
    const old = `papers-${'a'.repeat(16)}`;
    mkdirSync(join(folder, old), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, old, 'a.pdf'), 'x');
    const own = await copy();
    await copies.removeLeftovers();
    expect(readdirSync(folder)).toHaveLength(1);
    expect(existsSync(own)).toBe(true);
  });

  it('are recognised by their name: files of other programs stay', async () => {
    const { copies, folder } = setUp();
    const foreign = ['papers-old', 'thesis', `papers-${'a'.repeat(16)}.zip`];
    for (const name of foreign) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'a.pdf'), 'x');
    await copies.removeLeftovers();
    expect(readdirSync(folder).toSorted()).toEqual(['a.pdf', ...foreign].toSorted());
  });

  it('are none if nothing was ever opened', async () => {
    const { copies, folder } = setUp();
    await copies.removeLeftovers();
    expect(existsSync(folder)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a foreign folder', () => {
  it('that is a link is neither used nor removed, and its target stays', async () => {
    const { copies, folder } = setUp();
    const otherFolder = join(base, 'elsewhere');
    mkdirSync(otherFolder);
    writeFileSync(join(otherFolder, 'keep'), 'x');
    symlinkSync(otherFolder, folder);
    expect((await copies.createPath()).ok).toBe(false);
    await copies.removeLeftovers();
    expect(readdirSync(otherFolder)).toEqual(['keep']);
    expect((await copies.createPath()).ok).toBe(false);
    expect(lstatSync(folder).isSymbolicLink()).toBe(true);
  });

  it('is not written to if a link has replaced the folder of this run', async () => {
    const { copies, copy } = setUp();
    const run = dirname(await copy());
    rmSync(run, { recursive: true });
    symlinkSync(base, run);
    expect(await copies.createPath()).toMatchObject({ error: { code: 'storage-read-only' } });
  });

  it('is not used if others may read it', async () => {
    const { copies, folder } = setUp();
    mkdirSync(folder, { mode: 0o755 });
    expect(await copies.createPath()).toMatchObject({ error: { code: 'storage-read-only' } });
    await copies.removeLeftovers();
    expect((await copies.createPath()).ok).toBe(true);
  });

  it.each([
    ['the account closes', (copies: TempCopies) => copies.purge()],
    ['the user’s session ends', async (copies: TempCopies) => copies.removeAtSessionEnd()],
  ])('that has the name of the new one is neither used nor removed when %s', async (_when, remove) => {
    const { copies, folder } = setUp();
    const run = join(folder, `papers-${createSeededRandom(3).hex(8)}`);
    mkdirSync(run, { recursive: true, mode: 0o700 });
    writeFileSync(join(run, 'keep'), 'x');
    expect(await copies.createPath()).toMatchObject({ error: { detail: 'EEXIST' } });
    await remove(copies);
    expect(readdirSync(run)).toEqual(['keep']);
  });

  it('is created again if it was deleted', async () => {
    const { copy } = setUp();
    rmSync(dirname(await copy()), { recursive: true });
    expect(existsSync(await copy())).toBe(true);
  });
});

describe('the folder of the copies', () => {
  const home = '/home/ana';
  const usual = { platform: 'linux', home, hasSnaps: true } as const;

  it('is visible in the home folder where the viewer may be a snap, which reads no hidden folder', () => {
    const dataDir = join(home, '.config/intray');
    const [folder, ...others] = getTempCopiesFolders({ ...usual, dataDir });
    expect(folder).toMatch(/^\/home\/ana\/intray-opened-[0-9a-f]{8}$/);
    expect(others).toEqual([join(dataDir, 'opened')]);
  });

  it('differs for another data folder, since each run removes what it finds', () => {
    const [one] = getTempCopiesFolders({ ...usual, dataDir: '/srv/one' });
    const [other] = getTempCopiesFolders({ ...usual, dataDir: '/srv/other' });
    expect(one).not.toBe(other);
  });

  it.each([
    ['there are no snaps', { dataDir: '/home/ana/.config/intray', hasSnaps: false }],
    ['the data folder is visible', { dataDir: '/home/ana/desk' }],
    ['it is another system', { dataDir: '/home/ana/.config/intray', platform: 'darwin' as const }],
  ])('lies in the data folder if %s', (_why, more) => {
    expect(getTempCopiesFolders({ ...usual, ...more })).toEqual([join(more.dataDir, 'opened')]);
  });

  it('is swept wherever an earlier run has used it, and is gone when the program ends', async () => {
    const otherFolder = join(base, 'former');
    mkdirSync(join(otherFolder, `papers-${'a'.repeat(16)}`), { recursive: true, mode: 0o700 });
    const { clock } = handClock();
    const copies = new TempCopies({
      folder: join(base, 'opened'),
      otherFolders: [otherFolder],
      clock,
      random: createSeededRandom(3),
      log: silentLog,
    });
    await copies.removeLeftovers();
    expect(readdirSync(otherFolder)).toEqual([]);
    unwrap(await copies.createPath());
    await copies.close();
    expect(existsSync(join(base, 'opened'))).toBe(false);
  });
});
