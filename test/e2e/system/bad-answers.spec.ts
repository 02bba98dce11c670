import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

type Raw = Record<string, unknown>;

/** Lists, and single records: Intray requests a record once more when it is opened. */
const REQUISITIONS = /\/v2\/requisitions[?/]/;

/** Changes every requisition in an answer of the service. */
function altered(change: (record: Raw) => unknown): (parsed: unknown) => unknown {
  return (parsed) => {
    const answer = parsed as Raw; // the service's own
    const { data } = answer;
    return Array.isArray(data)
      ? { ...answer, data: data.map((record: Raw) => change(record)) }
      : change(answer);
  };
}

test('Keys that target prototypes and markup in texts have no effect', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ requisitions: 12 });
  const name = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
  const body = altered((record) =>
    JSON.parse(
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify({ ...record, name }).slice(1)}`,
    ),
  );
  clinic.faults.add({ match: { path: REQUISITIONS }, action: { kind: 'replace', body } });
  const { page } = await startApp({ clinic });
  await browser(page).open(name.slice(0, 20));
  await expect(browser(page).heading).toHaveText(name);
  await expect(page).toHaveTitle('Requisitions – Intray');
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
});

test('A name cannot turn its letters around and be shown as another', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ requisitions: 3 });
  const body = altered((record) => ({ ...record, name: 'Blood \u202eevil Test' }));
  clinic.faults.add({ match: { path: REQUISITIONS }, action: { kind: 'replace', body } });
  const { page } = await startApp({ clinic });
  await browser(page).open('Blood \ufffdevil Test');
  await expect(browser(page).heading).toHaveText('Blood \ufffdevil Test');
  expect(await page.locator('body').textContent()).not.toContain('\u202e');
});

test('A page with texts of five megabytes stops neither the sync nor the window', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 3 });
  const long = { name: 'Order with a long text', order_details: 'Tenderness, swelling. '.repeat(230_000) };
  let longId: unknown;
  const body = altered((record) => {
    longId ??= record['id'];
    return record['id'] === longId ? { ...record, ...long } : record;
  });
  clinic.faults.add({ match: { path: REQUISITIONS }, action: { kind: 'replace', body } });
  const { page } = await startApp({ clinic });
  await expect(browser(page).count).toHaveText('3 requisitions');
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).open(long.name);
  await expect(
    browser(page)
      .record.getByRole('button', { name: /Show the rest/ })
      .first(),
  ).toBeVisible();
});
