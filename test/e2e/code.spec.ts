import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';
import { frame } from './screens/frame.ts';

const PAGE = resolve(import.meta.dirname, '../../dist/renderer');
const KB = 1_000;
/** What the first screen needs, compressed: a new part of it has to stay below, or be read later. */
const MOST_FIRST_KB = 142;
/** What a screen adds, besides what all of them share. */
const MOST_SCREEN_KB = 25;
const STATIC_IMPORT = /(?:from|import)"(\.\/[^"]+\.js)"/g;

/** Returns the files that a script needs before it runs, with itself. */
async function listNeededScripts(name: string, known = new Set<string>()): Promise<ReadonlySet<string>> {
  if (known.has(name)) return known;
  known.add(name);
  const code = await readFile(resolve(PAGE, 'assets', name), 'utf8');
  for (const [, path = ''] of code.matchAll(STATIC_IMPORT)) await listNeededScripts(path.slice(2), known);
  return known;
}

async function measure(names: Iterable<string>): Promise<number> {
  const codes = await Promise.all([...names].map((name) => readFile(resolve(PAGE, 'assets', name))));
  return codes.reduce((sum, code) => sum + gzipSync(code).length, 0) / KB;
}

async function findFirstScript(): Promise<string> {
  const html = await readFile(resolve(PAGE, 'index.html'), 'utf8');
  const [, name = ''] = /<script[^>]+src="\.\/assets\/([^"]+)"/.exec(html) ?? [];
  return name;
}

test('The code of the first screen is small, and that of each other screen is read with what all of them share', async () => {
  const first = await listNeededScripts(await findFirstScript());
  expect(await measure(first)).toBeLessThan(MOST_FIRST_KB);
  const all = await readdir(resolve(PAGE, 'assets'));
  const screens = all.filter((name) => /^\w+(?:Screen|OrEditor)-.+\.js$/.test(name));
  expect(screens.length).toBeGreaterThanOrEqual(13);
  for (const screen of screens) {
    expect(await measure([screen]), screen).toBeLessThan(MOST_SCREEN_KB);
    const further = [...(await listNeededScripts(screen))].filter((name) => !first.has(name));
    expect(further.filter((name) => name !== screen && !name.startsWith('shared-'))).toEqual([]);
  }
});

test('Every script is ASCII, so that its text takes one byte a character in memory', async () => {
  const folders = ['main', 'main/shared', 'preload', 'renderer/assets'].map((name) =>
    resolve(PAGE, '..', name),
  );
  for (const folder of folders) {
    const scripts = (await readdir(folder)).filter((name) => /\.c?js$/.test(name));
    expect(scripts, folder).not.toEqual([]);
    for (const name of scripts)
      expect(await readFile(resolve(folder, name), 'utf8'), name).toMatch(/^\p{ASCII}*$/u);
  }
});

test('A screen whose code cannot be read says so, and is shown once it can be read', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  const code = /\/SettingsScreen-[^/]+\.js$/;
  await page.route(code, (route) => route.abort());
  await page.reload();
  await frame(page).goTo('Settings');
  const failure = page.getByRole('alert').filter({ hasText: 'could not be read from this computer' });
  await expect(failure).toBeVisible();
  await frame(page).goTo('Home');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(failure).toBeHidden();
  await frame(page).goTo('Settings');
  await expect(failure).toBeVisible();
  await page.unroute(code);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('Where the stores of the screens cannot be read the window says so, and works once they can be read', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  const code = /\/later-code-[^/]+\.js$/;
  await page.route(code, (route) => route.abort());
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'could not be read from this computer' });
  await expect(failure).toBeVisible();
  await page.unroute(code);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(failure).toBeHidden();
  await frame(page).goTo('Requisitions');
  await expect(page.getByRole('heading', { name: 'Requisitions', level: 1 })).toBeAttached();
});
