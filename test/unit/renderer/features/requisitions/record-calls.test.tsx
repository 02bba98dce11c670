import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { rawRequisition } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

usePage();

/** What the page calls for a record that the user sees for the first time and stays at. */
const CALLS_OF_A_RECORD = [
  'pdfs.get',
  'records.markViewed',
  'records.refresh',
  'requisitions.context',
  'requisitions.get',
];

/** Records that are passed first: what the page counts at its start comes for up to three seconds. */
const PASSED = 6;

it('A record that is first seen by J takes five calls, none of which counts', async () => {
  const requisitions = Array.from({ length: 12 }, (_none, n) =>
    rawRequisition({ id: `req_${n}`, name: `Order ${n}`, patient: `user_p${n}` }),
  );
  const { asked } = showApp({ accounts: OWN_ACCOUNT, requisitions });
  const [first] = await screen.findAllByRole('option', { name: /Order/ });
  if (first === undefined) throw new Error('the list has no row');
  fireEvent.click(first);
  const waitUntilViewed = (from: number) =>
    // It is called last, after a rest.
    waitUntilPasses(() => expect(asked.slice(from).map(({ name }) => name)).toContain('records.markViewed'));
  await waitUntilViewed(0);
  for (let record = 0; record < PASSED + 3; record += 1) {
    const before = asked.length;
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitUntilViewed(before);
    if (record < PASSED) continue;
    expect(
      asked
        .slice(before)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(CALLS_OF_A_RECORD);
  }
});
