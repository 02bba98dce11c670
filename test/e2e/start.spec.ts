import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { settings } from './screens/settings.ts';

test('What was chosen in the settings is there after a restart', async ({ startDesk }) => {
  const desk = await startDesk({ ownProgram: true });
  await frame(desk.page).goTo('Settings');
  await settings(desk.page).choose('Theme', 'Dark');
  await settings(desk.page).choose('Rows', 'Compact, one line');
  await expect(settings(desk.page).choice('Theme', 'Dark')).toBeChecked();
  await desk.restart();
  await frame(desk.page).goTo('Settings');
  await expect(settings(desk.page).choice('Theme', 'Dark')).toBeChecked();
  await expect(settings(desk.page).choice('Rows', 'Compact, one line')).toBeChecked();
});

const damaged: readonly (readonly [what: string, text: string])[] = [
  ['no JSON', '{"theme": "da'],
  ['of another shape', '["dark"]'],
  ['hostile', '{"__proto__": {"theme": "dark"}, "theme": {"toString": 1}}'],
  ['empty', ''],
];

for (const [what, text] of damaged) {
  test(`Settings that are ${what} are set aside, and the desk opens`, async ({ startDesk }) => {
    const desk = await startDesk({
      prepare: (dataDir) => {
        mkdirSync(dataDir, { recursive: true });
        writeFileSync(join(dataDir, 'intray-data.json'), '{"program":"Intray","version":1}\n');
        writeFileSync(join(dataDir, 'settings.json'), text);
      },
    });
    await expect(browser(desk.page).count).toHaveText('400 requisitions');
    await expect
      .poll(() => readdirSync(desk.dataDir).filter((name) => name.startsWith('settings.json')))
      .not.toEqual([]);
  });
}

test('A second start gives way to the first, which goes on', async ({ startDesk }) => {
  const desk = await startDesk({ ownProgram: true });
  await expect(browser(desk.page).count).toHaveText('400 requisitions');
  const { code, output } = await desk.runToEnd();
  expect(code).toBe(0);
  expect(output).not.toContain('    at ');
  await browser(desk.page).open();
});

test('A data folder that is a file is told in a sentence', async ({ makeDesk }) => {
  const desk = makeDesk({
    prepare: (dataDir) => {
      mkdirSync(dirname(dataDir), { recursive: true });
      writeFileSync(dataDir, 'not a folder');
    },
  });
  const { code, output } = await desk.runToEnd();
  expect(code).not.toBe(0);
  expect(output).toMatch(/Intray cannot start: [A-Z][^\n]*\./);
  expect(output).not.toContain('    at ');
});

test('Quitting leaves the data folder to the next run', async ({ startDesk, startClinic }) => {
  const clinic = await startClinic();
  const desk = await startDesk({ clinic, ownProgram: true });
  await expect(frame(desk.page).status).toContainText('Up to date');
  expect(await desk.quit()).toBe(0);
  await desk.start();
  await expect(browser(desk.page).count).toHaveText('60 requisitions');
});

test('A data folder that the headless command holds is told, and opens once it is free', async ({
  makeDesk,
  startClinic,
}) => {
  const clinic = await startClinic();
  const desk = makeDesk({ clinic });
  expect(await desk.command('account', 'add', '--base-url', clinic.baseUrl).ended).toBe(0);
  clinic.faults.add({ match: {}, action: { kind: 'stall' } });
  const command = desk.command('sync');
  await expect.poll(() => clinic.requests().length).toBeGreaterThan(1);
  await desk.start();
  await expect(desk.page.getByText('Another Intray is using this data folder.')).toBeVisible();
  const again = desk.page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(desk.page.getByText('Another Intray is using this data folder.')).toBeVisible();
  clinic.faults.clear();
  command.end();
  await command.ended;
  // A try that was made just before the folder was free may have won already.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(browser(desk.page).count).toHaveText('60 requisitions', { timeout: 5_000 });
  }).toPass();
});
