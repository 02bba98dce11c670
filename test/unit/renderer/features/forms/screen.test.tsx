import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  rawRequest,
  usableBy,
} from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

type SetUp = Parameters<typeof showApp>;
const option = (name: RegExp) => screen.findByRole('option', { name });

const showForms = (start: SetUp[0] = {}, own: SetUp[1] = {}) => showApp({ screen: 'forms', ...start }, own);

/** Opens a form with the given record. */
async function openForm(own: Parameters<typeof publishedForm>[0], start: SetUp[0] = {}) {
  const page = showForms({ forms: [publishedForm(own)], ...start });
  fireEvent.click(await option(/Intake/));
  return { page, article: await screen.findByRole('article') };
}

const DAY_MS = 86_400_000;
const query = (...patients: readonly string[]) =>
  patients.map((patient) => rawRequest(patient, formatServiceTime(NOON), 'user_7'));

describe('the list of forms', () => {
  it('shows the state of a form, who may use it, and its open requests', async () => {
    const age = Date.now() - 12 * DAY_MS;
    const form = publishedForm({
      has_unpublished_changes: true,
      last_updated_at: formatServiceTime(age),
      usable_by: usableBy(false, { medical_centers: ['mctr_1', 'mctr_2'] }),
      request_completion_from: Array.from({ length: 9 }, (_none, n) =>
        rawRequest(`user_p${n}`, formatServiceTime(age)),
      ),
    });
    showForms({ forms: [form], at: age, viewed: [publishedForm()] });
    const words = (await option(/Intake/)).textContent;
    for (const part of ['2 centers', '9 asked, oldest 12 days', 'With changes for 12 days or more'])
      expect(words).toContain(part);
    expect(words).toContain('Unpublished changes');
    expect(words).toContain('Changed since last viewed');
  });

  it('counts its tabs, and shows the content of a tab', async () => {
    const requests = { request_completion_from: query('user_6') };
    showForms({
      forms: [publishedForm(), publishedForm({ id: 'form_2', name: 'Consent', ...requests })],
    });
    await option(/Intake/);
    fireEvent.click(await screen.findByRole('radio', { name: '1 Asked' }));
    await waitFor(() => expect(screen.queryByRole('option', { name: /Intake/ })).toBeNull());
    await option(/Consent/);
    fireEvent.click(screen.getByRole('radio', { name: '0 Not published' }));
    expect(await screen.findByText('This tab is empty.')).toBeDefined();
  });

  it('writes a filter of a menu into the search, shows it as a chip, and removes it', async () => {
    const page = showForms({ forms: [publishedForm()] });
    await option(/Intake/);
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Never published' }));
    expect(await screen.findByText('Nothing matches.')).toBeDefined();
    expect(page.inputs('forms.page').at(-1)).toMatchObject({
      terms: [{ field: 'state', value: 'never_published', isNot: false }],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the filter State: Never published' }));
    await option(/Intake/);
  });

  it('names the parts of a search that it cannot read', async () => {
    showForms({ forms: [publishedForm()] });
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search forms' }), {
      target: { value: 'patient:x' },
    });
    expect(await screen.findByText(/“patient:x” is not a filter of this search/)).toBeDefined();
  });
});

describe('the record of a form', () => {
  it('shows every field of the document', async () => {
    const { article } = await openForm({
      has_unpublished_changes: true,
      latest_version: 'fver_2',
      usable_by: usableBy(false, { medical_centers: ['mctr_1'], individuals: ['user_5'] }),
      request_completion_from: query('user_6'),
    });
    const shown = article.textContent ?? '';
    const fields = ['Intake', 'Before the first visit.', 'Unpublished changes', 'fver_1', 'fver_2'];
    const people = [
      'mctr_1',
      'user_5',
      'user_6',
      'user_7',
      'user_provider01',
      'form_1',
      '1 center, 1 person',
    ];
    expect([...fields, ...people].filter((field) => !shown.includes(field))).toEqual([]);
    expect(document.title).toBe('Forms – Intray');
  });

  it('says what its state means for patients, and since when', async () => {
    const at = Date.now() - 12 * DAY_MS;
    const requests = Array.from({ length: 9 }, (_none, n) =>
      rawRequest(`user_p${n}`, formatServiceTime(at + 1)),
    );
    await openForm(
      {
        has_unpublished_changes: true,
        last_updated_at: formatServiceTime(at),
        request_completion_from: requests,
      },
      { at },
    );
    const sentence =
      'The form has had unpublished changes for at least 12 days; 9 patients asked since then.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText(/The changes were there at .* at the latest/)).toBeDefined();
  });

  it('says that no patient sees it while it was never published, though there are requests', async () => {
    const { article } = await openForm({ published_version: '', request_completion_from: query('user_6') });
    expect(article.textContent).toContain(
      'Patients do not see this form: it was never published. One patient is still asked to complete it.',
    );
  });

  it('offers nothing to publish without unpublished changes, and says why', async () => {
    await openForm({});
    const publish = await screen.findByRole('button', { name: /^Publish/ });
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(/There is nothing to publish/).length).toBeGreaterThan(0);
  });

  it('withdraws a request after a confirmation', async () => {
    const { page, article } = await openForm({ request_completion_from: query('user_6') });
    fireEvent.click(await within(article).findByRole('button', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    await waitFor(() =>
      expect(page.inputs('outbox.save')[0]).toMatchObject({
        operation: 'forms.completion',
        data: { id: 'form_1', withdraw: ['user_6'] },
      }),
    );
  });

  it('closes the question about a request that has ended meanwhile, and asks about no other request instead', async () => {
    const { page, article } = await openForm({ request_completion_from: query('user_a', 'user_b') });
    const withdraw = (patient: string) =>
      within(article)
        .queryAllByRole('button', { name: 'Withdraw', hidden: true })
        .find((button) => button.closest('tr')?.textContent.includes(patient));
    await waitFor(() => expect(withdraw('user_a')).toBeDefined());
    fireEvent.click(withdraw('user_a') as HTMLElement);
    await screen.findByRole('button', { name: 'Withdraw request' });
    await page.engine.storeOne('form', publishedForm({ request_completion_from: query('user_b') }));
    await waitFor(() => expect(withdraw('user_a')).toBeUndefined());
    expect(withdraw('user_b')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
  });

  it('shows its requests as a chart and as a table', async () => {
    const hour = 3_600_000;
    const before = publishedForm({ request_completion_from: query('user_6') });
    const last_updated_at = formatServiceTime(NOON + 1.5 * hour);
    const { article } = await openForm(
      { last_updated_at },
      { earlier: { at: NOON + hour, forms: [before] }, at: NOON + 2 * hour },
    );
    expect(await within(article).findByText('The only finished request took 1 hour.')).toBeDefined();
    const bar = within(article).getByRole('button', {
      name: /asked 12 Mar 2026.*Completed or withdrawn between/,
    });
    expect(bar.textContent).toContain('1 hour');
    fireEvent.click(within(article).getByRole('button', { name: 'As a table' }));
    expect(within(article).getAllByRole('row').length).toBeGreaterThan(1);
  });
});
