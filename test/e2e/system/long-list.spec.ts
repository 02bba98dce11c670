import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';

const COUNT = 20_000;
const MINUTE = 60_000;

/** The rows in view, by their places in the whole list; none of them may be a placeholder. */
function placesInView(list: Locator): Promise<readonly number[]> {
  return list.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('[role="option"]')]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > top + 1 && box.top < bottom - 1;
      })
      .map((row) => Number(row.getAttribute('aria-posinset')))
      .toSorted((one, other) => one - other);
  });
}

/** Waits until the view is full of rows, one after the other, and returns the first of their places. */
async function firstInView(page: Page): Promise<number> {
  const { list } = browser(page);
  const height = await list.evaluate(({ clientHeight }) => clientHeight);
  await expect
    .poll(async () => {
      const places = await placesInView(list);
      const isWhole = places.every((place, index) => place === (places[0] ?? 0) + index);
      return isWhole && places.length * 44 >= height - 44;
    })
    .toBe(true);
  return (await placesInView(list))[0] ?? 0;
}

test('A list of 20,000 requisitions is seen from its first row to its last, and few of them are in the page', async ({
  startApp,
  startClinic,
}) => {
  // The first sync of 20,000 records takes a minute on a busy machine.
  test.setTimeout(15 * MINUTE);
  const clinic = await startClinic({ requisitions: COUNT, forms: 0, notifications: 0 });
  const { page } = await startApp({ clinic, ownProgram: true });
  const { list, rows, count } = browser(page);
  await expect(count).toHaveText('20,000 requisitions', { timeout: 12 * MINUTE });

  await list.focus();
  await page.keyboard.press('End');
  const last = list.locator(`[aria-posinset="${COUNT}"]`);
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toHaveAttribute('aria-setsize', String(COUNT));
  await firstInView(page);

  await page.keyboard.press('ArrowUp');
  await expect(list.locator(`[aria-posinset="${COUNT - 1}"]`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  expect(await firstInView(page)).toBe(1);

  // What dragging the scrollbar to its middle does.
  await list.evaluate((element) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) / 2));
  const middle = await firstInView(page);
  expect(Math.abs(middle - COUNT / 2)).toBeLessThan(20);

  await list.hover();
  await page.mouse.wheel(0, 10 * 44);
  await expect.poll(() => firstInView(page)).toBe(middle + 10);
  expect(await rows.count()).toBeLessThan(60);

  // A key goes on from the current row, which is not loaded any more.
  await list.focus();
  await page.keyboard.press('j');
  await expect(list.locator('[aria-posinset="2"]')).toHaveAttribute('aria-selected', 'true');
  expect(await firstInView(page)).toBeLessThanOrEqual(2);
});
