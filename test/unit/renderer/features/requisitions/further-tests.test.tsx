import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import { RequisitionEditorScreen } from '#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { ProvideStores } from '../../../../support/page/provide-stores.tsx';
import { testPage } from '../../../../support/page/page.ts';

afterEach(cleanup);

const ORDERED_MOST = { code: 'Chest X-ray', description: 'imaging', isFavourite: false, uses: 4 };

/** A new order with a first test and one row for a further one. */
async function showOrder() {
  const page = testPage({}, { 'suggestions.list': async () => ok({ items: [ORDERED_MOST] }) });
  const app = createStores(page.bridge);
  render(
    <ProvideStores value={app}>
      <RequisitionEditorScreen onOpenRecord={() => {}} />
    </ProvideStores>,
  );
  await act(() => app.editor.create({ patient: 'user_p', orderingProvider: 'user_d', name: 'CBC' }));
  press('Add a test');
  return page;
}

/** Presses a button, also while an open list hides the rest of the page from screen readers. */
const press = (name: string): void =>
  void fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const getFurtherTest = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Further test 1' });

function typeIntoFurtherTest(value: string): void {
  getFurtherTest().focus();
  fireEvent.change(getFurtherTest(), { target: { value } });
}

/** Saves, and returns what was saved as the further test. */
async function saveOrder(page: Awaited<ReturnType<typeof showOrder>>): Promise<unknown> {
  press('Save requisition');
  await waitFor(() => expect(page.inputs('outbox.saveMany')).toHaveLength(1));
  const [saved] = page.inputs('outbox.saveMany') as CallInput<'outbox.saveMany'>[];
  expect(saved?.changes).toHaveLength(2);
  return saved?.changes[1];
}

let page: Awaited<ReturnType<typeof showOrder>>;
beforeEach(async () => {
  page = await showOrder();
});

it('a further test that is typed in part and chosen from the list is ordered with the name and type that were chosen', async () => {
  typeIntoFurtherTest('chest');
  fireEvent.click(await screen.findByRole('option', { name: /Chest X-ray/, hidden: true }));
  await waitFor(() => expect(getFurtherTest().value).toBe('Chest X-ray'));
  expect(await saveOrder(page)).toMatchObject({ data: { type: 'imaging', name: 'Chest X-ray' } });
});

it('a further test is chosen from the list that its button opens', async () => {
  const button = getFurtherTest().parentElement?.querySelector('button');
  fireEvent.click(button ?? document.body);
  fireEvent.click(await screen.findByRole('option', { name: /Chest X-ray/, hidden: true }));
  expect(await saveOrder(page)).toMatchObject({ data: { type: 'imaging', name: 'Chest X-ray' } });
});

it('a further test without a name is named before anything is saved, and is saved once it has one', async () => {
  press('Save requisition');
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Enter the name of the test, or remove the row.');
  fireEvent.click(within(summary).getByRole('button', { name: 'Further test 1' }));
  expect(document.activeElement).toBe(getFurtherTest());
  expect(page.inputs('outbox.saveMany')).toEqual([]);
  typeIntoFurtherTest('TSH');
  expect(await saveOrder(page)).toMatchObject({ data: { name: 'TSH' } });
});
