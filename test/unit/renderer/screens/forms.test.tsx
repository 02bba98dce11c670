import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import { aForm, aFormRow, aRequest, loaded, NOON } from '../support/builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

type SetUp = Parameters<typeof showApp>;
const option = (name: RegExp) => screen.findByRole('option', { name });

async function showForms(...setUp: SetUp) {
  const fake = showApp(...setUp);
  fireEvent.click(await screen.findByRole('button', { name: /^Forms/ }));
  return fake;
}

/** Opens a form with the given record. */
async function openForm(own: Parameters<typeof aForm>[0], more: SetUp[1] = {}, app: SetUp[0] = {}) {
  const fake = await showForms(
    { forms: [aFormRow()], ...app },
    { 'forms.get': () => Promise.resolve(ok(loaded(aForm(own)))), ...more },
  );
  fireEvent.click(await option(/Intake/));
  return { fake, article: await screen.findByRole('article') };
}

describe('the list of forms', () => {
  it('shows the state of a form, who may use it, and its open requests', async () => {
    const age = epochMs(Date.now() - 12 * 86_400_000);
    const row = aFormRow({
      state: 'unpublished_changes',
      usableByAll: false,
      medicalCenters: 2,
      openRequests: 9,
      oldestRequestAt: age,
      unpublishedSince: age,
      isChanged: true,
    });
    await showForms({ forms: [row] });
    const words = (await option(/Intake/)).textContent;
    for (const part of ['2 centers', '9 asked, oldest 12 days', 'With changes for 12 days'])
      expect(words).toContain(part);
    expect(words).toContain('Unpublished changes');
    expect(words).toContain('Changed since last viewed');
  });

  it('counts its tabs, and shows the content of a tab', async () => {
    const asked = aFormRow({ id: 'form_2', name: 'Consent', openRequests: 1, oldestRequestAt: NOON });
    await showForms({ forms: [aFormRow(), asked] });
    await option(/Intake/);
    fireEvent.click(await screen.findByRole('radio', { name: '1 Asked' }));
    await waitFor(() => expect(screen.queryByRole('option', { name: /Intake/ })).toBeNull());
    await option(/Consent/);
    fireEvent.click(screen.getByRole('radio', { name: '0 Not published' }));
    expect(await screen.findByText('This tab is empty.')).toBeDefined();
  });

  it('writes a filter of a menu into the search, shows it as a chip, and removes it', async () => {
    const fake = await showForms({ forms: [aFormRow()] });
    await option(/Intake/);
    fireEvent.click(screen.getByRole('button', { name: 'State' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Never published' }));
    expect(await screen.findByText('Nothing matches.')).toBeDefined();
    const pages = fake.asked.filter(({ name }) => name === 'forms.page');
    expect(pages.at(-1)?.input).toMatchObject({
      terms: [{ field: 'state', value: 'never_published', isNot: false }],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the filter State: Never published' }));
    await option(/Intake/);
  });

  it('names the parts of a search that it cannot read', async () => {
    await showForms({ forms: [aFormRow()] });
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search forms' }), {
      target: { value: 'patient:x' },
    });
    expect(await screen.findByText(/“patient:x” is not a filter of this search/)).toBeDefined();
  });
});

describe('the record of a form', () => {
  it('shows every field of the document', async () => {
    const { article } = await openForm({
      hasUnpublishedChanges: true,
      usableBy: {
        ...aForm().usableBy,
        usableByAll: false,
        medicalCenters: ['mctr_1'],
        individuals: ['user_5'],
      },
      requestCompletionFrom: [{ patient: 'user_6', requestedBy: 'user_7', requestedAt: NOON }],
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
    const unpublishedSince = epochMs(Date.now() - 12 * 86_400_000);
    await openForm(
      { hasUnpublishedChanges: true },
      { 'forms.completionRequestHistory': () => Promise.resolve(ok({ unpublishedSince, askedSince: 9 })) },
    );
    const sentence = 'The form has had unpublished changes for 12 days; 9 patients asked since then.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText(/when Intray first received the changes/)).toBeDefined();
  });

  it('says that no patient sees it while it was never published, though there are requests', async () => {
    const requestCompletionFrom = [{ patient: 'user_6', requestedBy: 'user_7', requestedAt: NOON }];
    const { article } = await openForm({ publishedVersion: '', requestCompletionFrom });
    expect(article.textContent).toContain(
      'Patients do not see this form: it was never published. One patient is still asked to complete it.',
    );
  });

  it('withdraws a request after a confirmation', async () => {
    const { fake, article } = await openForm(
      { requestCompletionFrom: [{ patient: 'user_6', requestedBy: 'user_7', requestedAt: NOON }] },
      {},
      { requests: [aRequest({ patient: 'user_6' })] },
    );
    fireEvent.click(await within(article).findByRole('button', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    await waitFor(() =>
      expect(fake.asked.find(({ name }) => name === 'writes.save')?.input).toMatchObject({
        operation: 'forms.completion',
        data: { id: 'form_1', withdraw: ['user_6'] },
      }),
    );
  });

  it('shows its requests as a chart and as a table', async () => {
    const ended = { after: epochMs(NOON + 3_600_000), before: epochMs(NOON + 7_200_000) };
    const items = [aRequest({ state: 'ended', ended })];
    const history = { items, isCut: false, completed: { of: 1, median: 5_400_000 } };
    const { article } = await openForm({}, { 'completions.history': () => Promise.resolve(ok(history)) });
    expect(await within(article).findByText('The only finished request took 1 hour.')).toBeDefined();
    const bar = within(article).getByRole('button', {
      name: /asked 12 Mar 2026.*Completed or withdrawn between/,
    });
    expect(bar.textContent).toContain('1 hour');
    fireEvent.click(within(article).getByRole('button', { name: 'As a table' }));
    expect(within(article).getAllByRole('row').length).toBeGreaterThan(1);
  });
});
