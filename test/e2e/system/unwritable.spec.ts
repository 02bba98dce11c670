import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

/** Mounts with these arguments of `mount`; the file system is taken away when the test has ended. */
type Mount = (folder: string, words: readonly string[]) => void;

const test = base.extend<{ mountDisk: Mount; unmountDisk: (folder: string) => void }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner asks for this shape
  mountDisk: async ({}, use, testInfo) => {
    const mounted: string[] = [];
    await use((folder, words) => {
      const { status } = spawnSync('mount', [...words, folder]);
      testInfo.skip(status !== 0, 'no file system may be mounted here');
      mounted.push(folder);
    });
    for (const folder of mounted) spawnSync('umount', ['--lazy', folder]);
  },
  // oxlint-disable-next-line no-empty-pattern -- the runner asks for this shape
  unmountDisk: async ({}, use) => {
    await use((folder) => void spawnSync('umount', ['--lazy', folder]));
  },
});

test('A data folder on a read-only disk is explained in a sentence, and opens once it can be written', async ({
  makeApp,
  startClinic,
  mountDisk,
  unmountDisk,
}) => {
  const app = makeApp({ clinic: await startClinic() });
  await app.start();
  await expect(frame(app.page).status).toContainText('Up to date');
  await app.quit();
  mountDisk(app.dataDir, ['--bind', app.dataDir]);
  mountDisk(app.dataDir, ['-o', 'remount,ro,bind']);
  const refused = await app.runToEnd();
  expect(refused).toMatchObject({
    code: 6,
    output: 'Intray cannot start: The folder cannot be written. Check its permissions.\n',
  });
  const command = app.command('status');
  expect(await command.ended).toBe(6);
  unmountDisk(app.dataDir);
  await app.start();
  await expect(browser(app.page).count).toHaveText('60 requisitions');
});

/** Writes until there is no room. */
function fill(file: string): void {
  for (let size = 1 << 20; size > 256; size >>= 1)
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Smaller pieces may still have room.
    }
}

test('On a full disk Intray starts, and the records can be read', async ({
  makeApp,
  startClinic,
  mountDisk,
}) => {
  const app = makeApp({ clinic: await startClinic(), prepare: (dataDir) => mkdirSync(dataDir) });
  mountDisk(app.dataDir, ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'none']);
  await app.start();
  await expect(frame(app.page).status).toContainText('Up to date');
  await app.quit();
  fill(join(app.dataDir, 'filler'));
  await app.start();
  await expect(browser(app.page).count).toHaveText('60 requisitions');
});
