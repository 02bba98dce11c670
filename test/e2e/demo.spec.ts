import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

const ALL = '400 requisitions';

test.describe('The built-in demo clinic', { tag: '@smoke' }, () => {
  test('opens at the first start; its records are listed, scrolled, found and opened', async ({
    startApp,
  }) => {
    const { page } = await startApp({ ownProgram: true });
    const { rows, count, search, scrollToEnd, open, heading } = browser(page);
    await expect(count).toHaveText(ALL);
    await expect(rows.first()).toBeVisible();
    await expect(frame(page).status).toContainText('Demo clinic');
    await expect(frame(page).status).toContainText('Up to date');

    await scrollToEnd();
    await expect(rows.last()).toHaveAttribute('aria-posinset', '400');
    await expect(rows.last()).toHaveAttribute('aria-setsize', '400');

    // A part of the name, in other letters.
    await search.fill('hemoGLOBIN');
    await expect(count).not.toHaveText(ALL);
    await expect(rows.first()).toBeVisible();
    const names = await rows.allTextContents();
    for (const name of names) expect(name.toLowerCase()).toContain('hemoglobin');

    await search.fill('no requisition has this name');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(count).toHaveText(ALL);
    await expect(search).toHaveValue('');

    const row = await open();
    expect(row).toContain(await heading.textContent());
    await frame(page).goTo('Forms');
    await expect(count).toHaveText('24 forms');
    await open();
    await frame(page).goTo('Inbox');
    await expect(count).toHaveText(/^180 notifications · \d+ unread · \d+ for others$/);
    await open();
  });

  test('can be operated by keyboard alone', async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    const { list, rows, heading, count } = browser(page);
    await expect(count).toHaveText(ALL);
    // A key has an effect once there are rows, which may be later than their number.
    await expect(rows.first()).toBeVisible();
    const selected = list.getByRole('option', { selected: true });
    for (const position of ['1', '2']) {
      await list.press('ArrowDown');
      await expect(selected).toHaveAttribute('aria-posinset', position);
    }
    await list.press('Enter');
    await expect(heading).toBeVisible();
    expect(await selected.textContent()).toContain(await heading.textContent());
  });
});
