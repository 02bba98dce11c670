import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sentOrder, sentOrders } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const NAMES = { user_patient0001: 'Anna Miller' };
/** The name with the end of the id, which is the second identifier where no other one is known. */
const ANNA = /Anna Miller.*t0001/;

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

async function openRecord() {
  const page = showApp({ requisitions: [sentOrder()], names: NAMES });
  fireEvent.click(await screen.findByRole('option', { name: /Anna Miller/ }));
  await screen.findByRole('button', { name: 'Share with patient' });
  return page;
}

/** Selects all rows of the list, and opens the question before they are shared. */
async function askToShareAll(count: number) {
  const page = showApp({ requisitions: sentOrders(count), names: NAMES });
  await screen.findAllByRole('option', { name: /Anna Miller/ });
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  await screen.findByText(`${count} selected`);
  press('Share');
  return { page, question: await screen.findByRole('alertdialog') };
}

describe('the patient of a requisition is named', () => {
  it('in the question before it is shared', async () => {
    await openRecord();
    press('Share with patient');
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(ANNA);
  });

  it('above the fields where it is edited, and in the question before it is saved and shared', async () => {
    await openRecord();
    press('Edit');
    const title = await screen.findByRole('heading', { name: 'Edit requisition' });
    expect(title.closest('header')?.textContent).toMatch(ANNA);
    fireEvent.click(screen.getByText('Share it with the patient'));
    press('Save changes');
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(ANNA);
  });

  it('above the fields where a review is asked for', async () => {
    await openRecord();
    press('Ask for a review');
    const title = await screen.findByRole('heading', { name: 'Ask for a review' });
    expect(title.closest('header')?.textContent).toMatch(ANNA);
  });

  it('in the question before several are shared, for the first five, and in the result', async () => {
    const { question } = await askToShareAll(7);
    const rows = within(question).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row.textContent).toMatch(/Requisition \d.*Anna Miller.*t0001/);
    expect(question.textContent).toContain('2 more rows.');
    press('Share 7');
    const result = await screen.findByRole('dialog', { name: 'Sharing with patients' });
    await waitFor(() => expect(within(result).getAllByText(/Saved; will be sent/)).toHaveLength(7));
    for (const row of within(result).getAllByRole('listitem')) expect(row.textContent).toMatch(ANNA);
  });

  it('in the question before one is shared whose row is not loaded any more', async () => {
    const page = showApp({ requisitions: sentOrders(900), names: NAMES });
    const [first] = await screen.findAllByRole('option', { name: /Requisition 0/ });
    fireEvent.click(first ?? document.body, { ctrlKey: true });
    await screen.findByText('1 selected');
    const list = screen.getByRole('listbox');
    fireEvent.keyDown(list, { key: 'End' });
    await waitFor(() => expect(page.inputs('worklist.page').length).toBeGreaterThan(1));
    await screen.findByRole('option', { name: /Requisition 899/ });
    press('Share');
    const question = await screen.findByRole('alertdialog');
    await waitFor(() => expect(question.textContent).toMatch(/Requisition 0.*Anna Miller.*t0001/));
  });

  it('without a rest where the question names all of the selected', async () => {
    const { question } = await askToShareAll(2);
    expect(within(question).getAllByRole('listitem')).toHaveLength(2);
    expect(question.textContent).not.toContain('more row');
  });
});
