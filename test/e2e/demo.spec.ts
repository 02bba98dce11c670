import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test.describe('The built-in demo clinic', { tag: '@smoke' }, () => {
  test('opens at the first start and lists its requisitions', async ({ startDesk }) => {
    const { page } = await startDesk();
    await expect(browser(page).count).toHaveText('400 requisitions');
    await expect(browser(page).rows.first()).toBeVisible();
    await expect(frame(page).status).toContainText('Demo clinic');
    await expect(frame(page).status).toContainText('Up to date');
  });

  test('scrolls to its last requisition', async ({ startDesk }) => {
    const { page } = await startDesk();
    const { list, rows, count } = browser(page);
    await expect(count).toHaveText('400 requisitions');
    await list.press('End');
    await expect(rows.last()).toHaveAttribute('aria-posinset', '400');
    await expect(rows.last()).toHaveAttribute('aria-setsize', '400');
    await list.press('Home');
    await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
  });

  test('finds requisitions by a part of their name, whatever the case', async ({ startDesk }) => {
    const { page } = await startDesk();
    const { rows, search, count } = browser(page);
    await expect(count).toHaveText('400 requisitions');
    await search.fill('hemoGLOBIN');
    await expect(count).not.toHaveText('400 requisitions');
    const names = await rows.allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name.toLowerCase()).toContain('hemoglobin');
    await search.fill('no requisition has this name');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(count).toHaveText('400 requisitions');
  });

  test('opens a requisition beside the list', async ({ startDesk }) => {
    const { page } = await startDesk();
    const { rows, record } = browser(page);
    const name = await rows.first().locator('.line-name').textContent();
    await rows.first().click();
    await expect(record.getByRole('heading', { level: 2 })).toHaveText(name ?? '');
  });

  test('shows forms and notifications too', async ({ startDesk }) => {
    const { page } = await startDesk();
    const { count, rows, record } = browser(page);
    await frame(page).goTo('Forms');
    await expect(count).toHaveText('24 forms');
    await rows.first().click();
    await expect(record.getByRole('heading', { level: 2 })).not.toBeEmpty();
    await frame(page).goTo('Notifications');
    await expect(count).toHaveText('180 notifications');
    await rows.first().click();
    await expect(record.getByRole('heading', { level: 2 })).not.toBeEmpty();
  });
});
