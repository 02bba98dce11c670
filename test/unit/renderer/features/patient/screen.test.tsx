import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { reviewAsked, sentOrder } from '../../../../support/builders.ts';
import type { PageStart, Steering, TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const DAY_MS = 86_400_000;
const ANNA = 'user_patient0001';

/** Opens all records of the patient, from the record of a requisition. */
async function openPatient(start: PageStart = {}, steering: Steering = {}): Promise<TestPage> {
  const page = showApp({ requisitions: [sentOrder()], names: { [ANNA]: 'Anna Miller' }, ...start }, steering);
  await page.ready;
  await page.ask('directory.set', { id: ANNA, name: 'Anna Miller', identifier: '1980-01-02' });
  const [row] = await screen.findAllByRole('option', { name: /Anna Miller/ });
  fireEvent.click(row ?? document.body);
  fireEvent.click((await screen.findAllByRole('button', { name: /Anna Miller/ }))[0] ?? document.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Show all records of this id' }));
  await screen.findByRole('region', { name: /^Requisitions/ });
  return page;
}

const title = (): string => screen.getByRole('heading', { level: 1 }).parentElement?.textContent ?? '';

describe('the page of a patient', () => {
  it('has the name and the birth date in its title, and no warning about a name that only this patient has', async () => {
    await openPatient();
    await waitFor(() => expect(title()).toMatch(/Anna Miller.*2 Jan 1980|Anna Miller.*1980-01-02/));
    expect(title()).toContain(ANNA);
    expect(title()).not.toMatch(/another id|a document/);
  });

  it.each([
    ['Anna Miller', 'another id has this name'],
    ['Anna Müller', 'the name of another id differs in one letter'],
  ])('warns of another patient with the name %s', async (name, warning) => {
    await openPatient({ names: { [ANNA]: 'Anna Miller', user_p2: name } });
    await waitFor(() => expect(title()).toContain(warning));
  });

  it('warns of a name that a document contradicts', async () => {
    const contradiction = { name: 'Anne Miller', line: 'Patient: Anne Miller', document: 'req_1' };
    await openPatient(
      {},
      {
        'directory.list': async (input, real) => {
          const listed = await real(input);
          if (!listed.ok) return listed;
          return ok({
            ...listed.value,
            items: listed.value.items.map((item) => ({ ...item, contradiction })),
          });
        },
      },
    );
    await waitFor(() => expect(title()).toContain('a document has another name'));
  });

  it('begins a requisition for this patient', async () => {
    await openPatient();
    fireEvent.click(screen.getByRole('button', { name: 'New requisition' }));
    await screen.findByRole('heading', { name: 'New requisition' });
    expect(screen.getAllByLabelText<HTMLInputElement>('Patient')[0]?.value).toBe('Anna Miller');
  });

  it('keeps what is written in an open editor for another patient as a draft', async () => {
    const page = await openPatient();
    const begin = async (): Promise<HTMLInputElement | undefined> => {
      fireEvent.click(screen.getByRole('button', { name: 'New requisition' }));
      await screen.findByRole('heading', { name: 'New requisition' });
      return screen.getAllByLabelText<HTMLInputElement>('Patient')[0];
    };
    fireEvent.change((await begin()) ?? document.body, { target: { value: 'user_p2' } });
    act(() => page.emit('command', { id: 'history.back' }));
    await screen.findByRole('region', { name: /^Requisitions/ });
    expect((await begin())?.value).toBe('Anna Miller');
    expect((await page.ask('drafts.list', {})).items).toMatchObject([{ patient: 'user_p2' }]);
  });

  it('is printed, and the print names the patient for the access log', async () => {
    const page = await openPatient({}, { 'app.print': async () => ok({ outcome: 'printed' }) });
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(page.inputs('app.print')).toEqual([{ records: [ANNA] }]));
  });

  it('says of each requisition in words whether it needs a review and how long that is overdue', async () => {
    await openPatient({
      requisitions: [
        sentOrder({ id: 'req_1', name: 'Without a review' }),
        sentOrder({
          id: 'req_2',
          name: 'Due later',
          ...reviewAsked({ deadline: Date.now() + 9 * DAY_MS }),
        }),
        sentOrder({ id: 'req_3', name: 'Late', ...reviewAsked({ deadline: Date.now() - 12 * DAY_MS }) }),
        sentOrder({ id: 'req_4', name: 'Just late', ...reviewAsked({ deadline: Date.now() - 1_000 }) }),
      ],
    });
    const region = screen.getByRole('region', { name: /^Requisitions/ });
    const row = (name: RegExp): string => within(region).getByRole('button', { name }).textContent ?? '';
    expect(row(/^Without a review/)).not.toMatch(/Needs review|overdue/);
    expect(row(/^Due later/)).toContain('Needs review');
    expect(row(/^Due later/)).not.toContain('overdue');
    expect(row(/^Late/)).toMatch(/Needs review.*overdue 12 days/);
    expect(row(/^Just late/)).toMatch(/Needs review.*overdue today/);
  });

  it('begins a duplicate of a requisition in its row, with its test and its patient', async () => {
    await openPatient({
      requisitions: [
        sentOrder({ id: 'req_1', name: 'Ferritin', order_details: 'Fasting' }),
        sentOrder({ id: 'req_2', name: 'Lipid panel' }),
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Duplicate: Ferritin' }));
    await screen.findByRole('heading', { name: 'New requisition' });
    expect(screen.getAllByLabelText<HTMLInputElement>('Patient')[0]?.value).toBe('Anna Miller');
    expect(screen.getByDisplayValue('Ferritin')).toBeDefined();
    expect(screen.getByDisplayValue('Fasting')).toBeDefined();
  });

  it('says that its rows may be out of date where they could not be read again', async () => {
    let isBroken = false;
    const page = await openPatient(
      {},
      { 'related.get': async (input, real) => (isBroken ? err('engine-down') : real(input)) },
    );
    const row = (): HTMLElement | null =>
      within(screen.getByRole('region', { name: /^Requisitions/ })).queryByRole('button', {
        name: /^Complete blood/,
      });
    expect(row()).not.toBeNull();
    isBroken = true;
    act(() => page.emit('changed', { kind: 'requisition', ids: ['req_1'], revision: 1 }));
    await screen.findByText(/These rows may be out of date\./);
    expect(row()).not.toBeNull();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/out of date/)).toBeNull());
    expect(row()).not.toBeNull();
  });
});
