import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';

type Raw = Readonly<Record<string, unknown>>;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Fields shown as labels, which the screen tests compare with their values. */
const WORDED = new Set(['object', 'type', 'status']);

/** The ids of these parts are in the raw resource alone. */
const PARTS = new Set(['diagnoses', 'scripts', 'comments']);

/** Every text of a resource that is shown unchanged. */
function texts(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string')
    return value === '' || TIMESTAMP.test(value) || WORDED.has(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([inner]) => inner !== 'id' || !PARTS.has(key))
    .flatMap(([inner, part]) => texts(part, Array.isArray(value) ? key : inner));
}

function hasAllParts(requisition: Raw): boolean {
  const parts = ['diagnoses', 'scripts', 'comments', 'reviews', 'status_history'];
  return parts.every((name) => Array.isArray(requisition[name]) && requisition[name].length > 0);
}

test('A requisition is shown with every field that the service has of it', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 200 });
  const wanted = [...clinic.listResources('requisition')].filter(hasAllParts);
  expect(wanted.length).toBeGreaterThan(0);
  const { page } = await startApp({ clinic });
  const { search, record, open, heading } = browser(page);
  for (const requisition of wanted.slice(0, 3)) {
    await search.fill(String(requisition['name']));
    await open(String(requisition['patient']).slice(-5));
    await expect(heading).toHaveText(String(requisition['name']));
    const shown = ((await record.textContent()) ?? '').replaceAll(/\s+/g, ' ');
    for (const text of texts(requisition)) expect(shown).toContain(text.replaceAll(/\s+/g, ' '));
  }
});

test('A record can be read exactly as the service sent it', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const { record, open, heading } = browser(page);
  await open();
  const name = await heading.textContent();
  await record.getByRole('button', { name: 'As the service sent it' }).click();
  const code = record.locator('footer pre');
  await expect(code).toBeVisible();
  const shown: unknown = JSON.parse((await code.textContent()) ?? '');
  const sent = [...clinic.listResources('requisition')].find((each) => each['id'] === (shown as Raw)['id']);
  expect(sent?.['name']).toBe(name);
  expect(shown).toEqual(sent);
});
