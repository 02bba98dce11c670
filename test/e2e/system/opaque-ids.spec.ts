import { quoteSearchValue } from '#contract/search/syntax.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Characters of an id besides letters and digits: the service's document calls identifiers opaque (section
 * 2.1).
 */
const PARTS = ['/', '#', '%2F', ' ', '漢'] as const;

const requisitions = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('requisition')];
const hasResult = ({ requisition_result: result }: Raw): boolean => result !== null && result !== '';
const isReviewed = ({ reviews }: Raw): boolean =>
  (reviews as readonly Raw[]).some(({ status }) => status === 'reviewed'); // section 2.3

/**
 * A requisition with results and no review, whose id contains that text, and whose name distinguishes it from
 * the patient's others.
 */
function withPart(clinic: DemoServer, part: string): Readonly<Record<'id' | 'patient' | 'name', string>> {
  const all = requisitions(clinic);
  const isAlone = ({ patient, name }: Raw): boolean =>
    all.filter((each) => each['patient'] === patient && String(each['name']).includes(String(name)))
      .length === 1;
  const found = all.find(
    (each) => String(each['id']).includes(part) && hasResult(each) && !isReviewed(each) && isAlone(each),
  );
  if (found === undefined) throw new Error(`no requisition with ${part} in its id waits for a review`);
  return { id: String(found['id']), patient: String(found['patient']), name: String(found['name']) };
}

test('Requisitions with /, #, %2F, a space or another script in their ids are found, opened and reviewed, and show their PDFs', async ({
  startApp,
  startClinic,
}) => {
  test.slow();
  const clinic = await startClinic({ requisitions: 400, patients: 80, dialect: 'awkward-ids' });
  const wanted = PARTS.map((part) => withPart(clinic, part));
  const { page } = await startApp({ clinic });
  const { rows, record, heading, search, count } = browser(page);
  await expect(count).toHaveText('400 requisitions');
  await expect(frame(page).status).toContainText('Up to date');

  for (const { id, patient, name } of wanted) {
    // The patient's id is opaque as well.
    await search.fill(`patient:${quoteSearchValue(patient)}`);
    await expect(count).not.toHaveText('400 requisitions');
    await rows.filter({ hasText: name }).click();
    await expect(heading).toHaveText(name);
    await expect(record).toContainText(id);

    // The PDFs of requisitions with an open review are fetched automatically.
    const pdf = page.getByRole('region', { name: 'PDF', exact: true });
    await expect(pdf.getByRole('figure').first().locator('canvas')).toBeVisible();

    await record
      .getByRole('button', { name: /^(Mark as reviewed|Complete my review|Add my review)/ })
      .click();
    // The next search must not be taken for done while this one's single row is still shown.
    await search.fill('');
    await expect(count).toHaveText('400 requisitions');
  }
  // A review is held back for seconds, so that it can be undone: all of them are waited for together.
  await expect
    .poll(() => {
      const reviewed = new Set(
        requisitions(clinic)
          .filter(isReviewed)
          .map((each) => String(each['id'])),
      );
      return wanted.filter(({ id }) => !reviewed.has(id));
    })
    .toEqual([]);
  await expect(frame(page).waiting).toContainText('No pending changes');
});
