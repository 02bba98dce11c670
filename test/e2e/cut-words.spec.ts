/** Where a row or a table has little room: what is cut still says something, or is left out whole. */
import type { Locator, Page } from 'playwright/test';
import { callBridge } from './bridge.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

const WIDE = { width: 1280, height: 800 };
const LANGUAGES = ['en', 'de', 'ar'] as const;

async function setLanguage(page: Page, language: string): Promise<void> {
  await callBridge(page, 'settings.set', { language });
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}

/** Returns the texts of those elements that are cut at their end, or below their first line. */
async function findCutTexts(elements: Locator): Promise<readonly string[]> {
  return elements.evaluateAll((all) =>
    all
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
      .map(({ textContent }) => textContent),
  );
}

/** Returns the texts of those elements that reach beyond a side of the element around them. */
async function findTextsBeyondSides(elements: Locator): Promise<readonly string[]> {
  return elements.evaluateAll((all) =>
    all
      .filter((each) => {
        const [inner, outer] = [each, each.parentElement ?? each].map((part) => part.getBoundingClientRect());
        return (inner?.left ?? 0) < (outer?.left ?? 0) - 1 || (inner?.right ?? 0) > (outer?.right ?? 0) + 1;
      })
      .map(({ textContent }) => textContent),
  );
}

/** Shows the list in both of its narrow widths, in every language: beside a record, and alone in a narrow window. */
async function inNarrowLists(page: Page, check: (where: string) => Promise<void>): Promise<void> {
  await browser(page).open();
  for (const width of [WIDE.width, 400]) {
    await page.setViewportSize(WIDE);
    if (width < WIDE.width) await page.keyboard.press('Escape');
    await page.setViewportSize({ ...WIDE, width });
    for (const language of LANGUAGES) {
      await setLanguage(page, language);
      await check(`${language}, ${width} px`);
    }
  }
}

interface ShownReview {
  readonly text: string;
  /** How many pixels of each part are shown, and how many it needs. */
  readonly parts: readonly { readonly shown: number; readonly needed: number }[];
}

/** Returns what the visible rows show of the words and of the name of their reviews. */
async function readShownReviews(page: Page): Promise<readonly ShownReview[]> {
  return page.locator('[data-part="review"]').evaluateAll((reviews) =>
    reviews.map((review) => {
      const frame = review.getBoundingClientRect();
      const parts = [...review.querySelectorAll('[data-lines]')].map((part) => {
        const { top, width } = part.getBoundingClientRect();
        const isShown = top >= frame.top - 1 && top < frame.bottom - 1;
        return { shown: isShown ? Math.min(width, frame.width) : 0, needed: part.scrollWidth };
      });
      return { text: review.textContent, parts };
    }),
  );
}

test('In a narrow row the words before a reviewer are whole or left out, and the name has room', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).search.fill('review:asked');
  await expect(browser(page).rows.first()).toContainText('review of');
  await inNarrowLists(page, async (where) => {
    const reviews = await readShownReviews(page);
    expect(reviews.length, where).toBeGreaterThan(5);
    expect(await findTextsBeyondSides(page.locator(':has(> [data-part="review"])')), where).toEqual([]);
    for (const { text, parts } of reviews) {
      const [first, name] = parts;
      const isWhole = (first?.shown ?? 0) >= (first?.needed ?? 0) - 1;
      if (name === undefined) expect(isWhole, `${where}: ${text}`).toBe(true);
      else {
        expect(isWhole || first?.shown === 0, `${where}: ${text}`).toBe(true);
        expect(name.shown, `${where}: ${text}`).toBeGreaterThanOrEqual(Math.min(name.needed, 60));
      }
    }
  });
  // Its own direction, in which it is cut at its end.
  const name = page
    .locator('[data-part="review"]')
    .filter({ hasText: /\p{Script=Latin}/u })
    .first();
  await expect(name.locator('[data-lines]').last()).toHaveCSS('direction', 'ltr');
});

test('In a narrow window the words of doubt about a name are a mark, which leaves the name its room', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await expect(browser(page).list).toContainText('same name');
  await page.setViewportSize({ ...WIDE, width: 400 });
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    const doubts = page.getByRole('listbox').locator('[data-fit="line"] > bdi ~ span');
    const widths = await doubts.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    expect(widths.length, language).toBeGreaterThan(0);
    expect(Math.max(...widths), language).toBeLessThanOrEqual(16);
  }
});

test('In a narrow row of a form since when it has changes is whole', async ({ startApp }) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Forms');
  await expect(browser(page).list).toContainText(/With changes for \d+ days or more/);
  await browser(page).open();
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    const states = page.getByRole('listbox').locator('[role="option"] svg ~ span:not(.visually-hidden)');
    expect(await states.count(), language).toBeGreaterThan(3);
    expect(await findCutTexts(states), language).toEqual([]);
  }
});

test('In the table of requests neither a time nor a button is cut, in any language', async ({ startApp }) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Requests');
  const cell = page.locator('[role="gridcell"]');
  await expect(cell.first()).toBeVisible();
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    for (const width of [1600, 1280, 1100, 1000, 800]) {
      await page.setViewportSize({ ...WIDE, width });
      const where = `${language}, ${width} px`;
      expect(await findCutTexts(cell.and(page.locator('[data-of="asked"]'))), where).toEqual([]);
      expect(await findTextsBeyondSides(page.locator('[data-of="actions"] > span')), where).toEqual([]);
    }
  }
});

test('In the record of a form how many days a patient has waited is whole beside the longest names', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const forms = [...clinic.listResources('form')];
  const asked = forms.filter(({ request_completion_from: all }) => Array.isArray(all) && all.length > 0);
  const people = new Set(JSON.stringify(asked).match(/user_\w+/g));
  for (const id of people)
    await callBridge(page, 'directory.set', {
      id,
      name: 'Maximilian-Alexander von '.repeat(4).trim(),
      identifier: '',
    });
  await frame(page).goTo('Forms');
  await browser(page).open(String(asked[0]?.['name']));
  const waits = browser(page).record.locator('td span[data-tone]');
  await expect(waits.first()).toBeVisible();
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    for (const width of [1280, 700]) {
      await page.setViewportSize({ ...WIDE, width });
      expect(await findCutTexts(waits), `${language}, ${width} px`).toEqual([]);
    }
  }
});

test('A banner breaks the longest name within itself, and its buttons stay in the window', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  await frame(page).syncNow.click();
  const banner = page.getByRole('alert').filter({ has: page.getByRole('button') });
  await expect(banner).toBeVisible();
  await banner
    .locator('p')
    .evaluate((words) => words.prepend(`The requisition was not saved: ${'unbroken'.repeat(20)}. `));
  for (const width of [1280, 700, 400, 320]) {
    await page.setViewportSize({ ...WIDE, width });
    expect(await findTextsBeyondSides(banner.locator('p, button')), `${width} px`).toEqual([]);
    expect((await banner.boundingBox())?.width, `${width} px`).toBeLessThanOrEqual(width);
  }
});

test('In a window of 700 pixels the status bar says whole as of when the records are, in every language', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const { status, syncNow } = frame(page);
  await expect(status).toContainText('Up to date');
  await clinic.unplug();
  await syncNow.click();
  await expect(status).toContainText('Records as of');
  await page.setViewportSize({ ...WIDE, width: 700 });
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    // The service is tried again meanwhile, which the bar counts.
    const asOf = status.locator('button[data-tone] > span').filter({ hasText: /\d\d:\d\d(?!\d)/ });
    await expect.poll(() => asOf.count(), { message: language }).toBe(1);
    await expect.poll(() => findCutTexts(asOf), { message: language }).toEqual([]);
  }
});
