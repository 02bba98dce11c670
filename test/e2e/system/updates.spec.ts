import { makeManifest, RELEASE_KEY, signManifest } from '../../support/releases.ts';
import { body, startUpdateServer, type UpdateServer } from '../../support/update-server.ts';
import { expect, test as base } from '../fixtures.ts';
import { frame } from '../screens/frame.ts';

const DESCRIPTION = '/intray-stable.json';

const test = base.extend<{ server: UpdateServer }>({
  // A test that is skipped starts none.
  server: async ({ startApp: _host }, use) => {
    const server = await startUpdateServer();
    await use(server);
    await server.close();
  },
});

test('A version that nobody has vouched for is refused; one that is signed is shown with its notes as text', async ({
  startApp,
  server,
}) => {
  const good = signManifest(makeManifest({ version: '9.1.0', notes: 'Faster <b>lists</b>.\nFewer clicks.' }));
  const signed = JSON.parse(good) as { signature: string };
  const signature = Buffer.alloc(64).toString('base64');
  server.answers.set(DESCRIPTION, body(JSON.stringify({ ...signed, signature })));
  const { page } = await startApp({ updates: { address: server.address, key: RELEASE_KEY } });
  await frame(page).goTo('Settings');
  const updates = page.getByRole('region', { name: 'Updates' });
  const check = updates.getByRole('button', { name: 'Check for updates' });
  await expect(updates).toContainText('Not checked yet.');
  expect(server.asked).toEqual([]);
  await check.click();
  await expect(updates.getByRole('alert')).toContainText('not signed by the makers of Intray');
  await expect(updates).toContainText('Not checked yet.');
  expect(server.asked).toEqual([DESCRIPTION]);

  server.answers.set(DESCRIPTION, body(good));
  await check.click();
  await expect(updates).toContainText(/Intray 9\.1\.0 of .* is available\. You have /);
  await expect(updates).toContainText('Faster <b>lists</b>.');
  await expect(updates).toContainText('by the package manager or the administrator');
  expect(server.asked).toEqual([DESCRIPTION, DESCRIPTION]);
});
