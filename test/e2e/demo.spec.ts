import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

const ALL = '400 requisitions';

test.describe('The built-in demo clinic', { tag: '@smoke' }, () => {
  test('opens at the first start and lists its requisitions', async ({ startApp }) => {
    const { page } = await startApp({ ownProgram: true });
    await expect(browser(page).count).toHaveText(ALL);
    await expect(browser(page).rows.first()).toBeVisible();
    await expect(frame(page).status).toContainText('Demo clinic');
    await expect(frame(page).status).toContainText('Up to date');
  });

  test('scrolls to its last requisition', async ({ startApp }) => {
    const { page } = await startApp();
    const { rows, count, scrollToEnd } = browser(page);
    await expect(count).toHaveText(ALL);
    await scrollToEnd();
    await expect(rows.last()).toHaveAttribute('aria-posinset', '400');
    await expect(rows.last()).toHaveAttribute('aria-setsize', '400');
  });

  test('finds requisitions by a part of their name, ignoring case', async ({ startApp }) => {
    const { page } = await startApp();
    const { rows, search, count } = browser(page);
    await expect(count).toHaveText(ALL);
    await search.fill('hemoGLOBIN');
    await expect(count).not.toHaveText(ALL);
    const names = await rows.allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name.toLowerCase()).toContain('hemoglobin');
  });

  test('says when nothing matches, and shows everything again', async ({ startApp }) => {
    const { page } = await startApp();
    const { search, count } = browser(page);
    await expect(count).toHaveText(ALL);
    await search.fill('no requisition has this name');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(count).toHaveText(ALL);
    await expect(search).toHaveValue('');
  });

  test('opens a requisition beside the list', async ({ startApp }) => {
    const { page } = await startApp();
    const { open, heading } = browser(page);
    const row = await open();
    expect(row).toContain(await heading.textContent());
  });

  test('can be operated by keyboard alone', async ({ startApp }) => {
    const { page } = await startApp();
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

  test('shows forms and notifications too', async ({ startApp }) => {
    const { page } = await startApp();
    const { count, open } = browser(page);
    await frame(page).goTo('Forms');
    await expect(count).toHaveText('24 forms');
    await open();
    await frame(page).goTo('Inbox');
    await expect(count).toHaveText(/^180 notifications · \d+ unread$/);
    await open();
  });
});
