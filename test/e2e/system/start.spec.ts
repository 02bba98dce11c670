import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { settings } from '../screens/settings.ts';

test('Settings survive a restart, for which the first run has released the data folder', async ({
  startApp,
  startClinic,
}) => {
  const app = await startApp({ clinic: await startClinic() });
  await frame(app.page).goTo('Settings');
  await settings(app.page).choose('Theme', 'Dark');
  await settings(app.page).choose('Rows', 'Compact, one line');
  await expect(settings(app.page).choice('Theme', 'Dark')).toBeChecked();
  expect(await app.quit()).toBe(0);
  await app.start();
  await expect(browser(app.page).count).toHaveText('60 requisitions');
  await frame(app.page).goTo('Settings');
  await expect(settings(app.page).choice('Theme', 'Dark')).toBeChecked();
  await expect(settings(app.page).choice('Rows', 'Compact, one line')).toBeChecked();
});

test('Settings that are hostile are renamed, and Intray starts', async ({ startApp }) => {
  const app = await startApp({
    prepare: (dataDir) => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(join(dataDir, 'intray-data.json'), '{"program":"Intray","version":1}\n');
      const text = '{"__proto__": {"theme": "dark"}, "theme": {"toString": 1}}';
      writeFileSync(join(dataDir, 'settings.json'), text);
    },
  });
  await expect(browser(app.page).count).toHaveText('400 requisitions');
  await expect
    .poll(() => readdirSync(app.dataDir).filter((name) => name.startsWith('settings.json.damaged-')))
    .toHaveLength(1);
});

test('A second start ends and activates the first, which goes on', async ({ startApp }) => {
  const app = await startApp({ ownProgram: true });
  await expect(browser(app.page).count).toHaveText('400 requisitions');
  const { code, output } = await app.runToEnd();
  expect(code).toBe(0);
  expect(output).not.toContain('    at ');
  await browser(app.page).open();
});

test('A data folder that is a file is explained in a sentence', async ({ makeApp }) => {
  const app = makeApp({
    prepare: (dataDir) => {
      mkdirSync(dirname(dataDir), { recursive: true });
      writeFileSync(dataDir, 'not a folder');
    },
  });
  const { code, output } = await app.runToEnd();
  expect(code).not.toBe(0);
  expect(output).toMatch(/Intray cannot start: [A-Z][^\n]*\./);
  expect(output).not.toContain('    at ');
});

test('A data folder in use by the headless command is reported, and opens once it is free', async ({
  makeApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = makeApp({ clinic });
  expect(await app.command('account', 'add', '--base-url', clinic.baseUrl).ended).toBe(0);
  clinic.faults.add({ match: {}, action: { kind: 'stall' } });
  const command = app.command('sync');
  await expect.poll(() => clinic.requests().length).toBeGreaterThan(1);
  await app.start();
  await expect(app.page.getByText('Another Intray is using this data folder.')).toBeVisible();
  const again = app.page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(app.page.getByText('Another Intray is using this data folder.')).toBeVisible();
  clinic.faults.clear();
  command.end();
  await command.ended;
  // An attempt just before the folder was free may already have succeeded.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(browser(app.page).count).toHaveText('60 requisitions', { timeout: 5_000 });
  }).toPass();
});
