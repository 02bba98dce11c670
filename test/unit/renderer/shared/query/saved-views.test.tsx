import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import type { ScreenWithSavedViews } from '#contract/saved-views.ts';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  rawRequest,
  visitNotification,
} from '../../../../support/builders.ts';
import type { PageStart, TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

/** Two forms, of which one has an open request, and two notifications. */
const start: PageStart = {
  forms: [
    publishedForm({
      id: 'form_1',
      name: 'Headache diary',
      request_completion_from: [rawRequest('user_p', formatServiceTime(NOON))],
    }),
    publishedForm({ id: 'form_2', name: 'Intake' }),
  ],
  notifications: [
    visitNotification({ id: 'notf_1', title: 'Headache visit' }),
    visitNotification({ id: 'notf_2', title: 'Another visit' }, { id: 'appt_2' }),
  ],
};

const views = async (page: TestPage) => (await page.ask('views.list', {})).items;
const search = (): HTMLElement => screen.getByRole('searchbox');

/** Opens the menu of views and presses an entry. */
async function choose(item: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: item }));
}

const OTHER_SCREEN: CallInput<'views.save'> = {
  name: 'Of the worklist',
  screen: 'requisitions',
  query: { text: '', tab: 'all', order: { by: 'updated', descending: true } },
};

it('the dialog that saves a view gives the focus to the name as it opens', async () => {
  showApp({ ...start, screen: 'forms' });
  await screen.findByRole('button', { name: 'Views' });
  // In this DOM a dialog does not know that its field has the focus already, and takes it: what counts is that the field had it.
  const focused: unknown[] = [];
  const note = ({ target }: FocusEvent): unknown => focused.push(target);
  document.addEventListener('focusin', note);
  await choose(/Save this view/);
  const field = await screen.findByLabelText('Name');
  document.removeEventListener('focusin', note);
  expect(focused).toContain(field);
});

it('a view is saved once where Enter is pressed twice', async () => {
  const page = showApp({ ...start, screen: 'forms' });
  await choose(/Save this view/);
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: 'Mine' } });
  for (const _press of [1, 2]) fireEvent.submit(name.form ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await views(page)).toHaveLength(1);
});

it('the names of two views that have the same name are edited separately, and show what was saved', async () => {
  const order = { by: 'updated', descending: true } as const;
  const view = (text: string): CallInput<'views.save'> => ({
    name: 'Mine',
    screen: 'forms',
    query: { text, tab: 'all', order },
  });
  const page = showApp({ ...start, screen: 'forms', views: [view('headache'), view('intake')] });
  fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
  expect(await screen.findAllByRole('menuitemcheckbox', { name: /^Mine/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Manage views' }));
  const names = (): readonly HTMLInputElement[] => screen.getAllByLabelText<HTMLInputElement>('Name');
  const [first] = names();
  fireEvent.change(first ?? document.body, { target: { value: ' Headaches ' } });
  expect(names().map(({ value }) => value)).toEqual([' Headaches ', 'Mine']);
  fireEvent.submit(first?.form ?? document.body);
  await waitFor(() => expect(names().map(({ value }) => value)).toEqual(['Headaches', 'Mine']));
  expect((await views(page)).map(({ name }) => name)).toEqual(['Headaches', 'Mine']);
});

describe.each([
  ['forms', { tab: 'all', order: { by: 'updated', descending: true } }],
  ['notifications', { order: { unreadFirst: true } }],
  ['completion-requests', { show: 'open', days: null, order: { by: 'asked', descending: false } }],
] as const satisfies readonly (readonly [ScreenWithSavedViews, object])[])('a view of %s', (name, rest) => {
  it('is saved with the search, counted, opened after another search, and of this screen alone', async () => {
    const page = showApp({ ...start, screen: name, views: [OTHER_SCREEN] });
    await screen.findByRole('button', { name: 'Views' });
    fireEvent.change(search(), { target: { value: 'headache' } });
    await choose(/Save this view/);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await views(page)).toHaveLength(2));
    expect((await views(page))[1]).toMatchObject({
      name: 'Mine',
      screen: name,
      query: { text: 'headache', ...rest },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.change(search(), { target: { value: 'something else' } });
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    const item = await screen.findByRole('menuitemcheckbox', { name: /^Mine/ });
    await waitFor(() => expect(item.textContent).toContain('1'));
    expect(within(screen.getByRole('menu')).queryByText('Of the worklist')).toBeNull();
    fireEvent.click(item);
    await waitFor(() => expect(search()).toHaveProperty('value', 'headache'));
  });
});
