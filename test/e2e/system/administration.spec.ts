import { expect, test } from '../fixtures.ts';
import { frame } from '../screens/frame.ts';
import { INSPECTED, inspect } from '../sweep.ts';

test(
  'The check of this computer opens from the settings and finds the encrypted database',
  INSPECTED,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Settings');
    await page.getByRole('button', { name: 'Check this computer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check this computer' });
    await expect(dialog.getByText('Opens in the engine and its threads')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(11);
    await inspect(page, 'check');
  },
);

test(
  'A policy that cannot be used is named above every screen, and PDFs stay readable',
  INSPECTED,
  async ({ makeApp }) => {
    const app = makeApp({ policy: '{\n  "savePdf": false\n}' });
    await app.start();
    const problem = `${app.policyFile}, line 2: "savePdf" is not an entry of a policy`;
    await expect(app.page.getByText(problem)).toBeVisible();
    await expect(frame(app.page).status).toContainText('Up to date');
    await inspect(app.page, 'policy');
  },
);
