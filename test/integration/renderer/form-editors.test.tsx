import { fireEvent, screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, fill, findRow, openRow, press, seeRecord } from '../../support/page/actions.ts';
import {
  WITH_AND_WITHOUT_NETWORK,
  getForms,
  askedFor,
  formNamed,
  askedForm,
  getSent,
  showSynced,
  arrive,
  choose,
  EMPTY_USER_SETS,
} from '../../support/page/forms.ts';

describe.each(WITH_AND_WITHOUT_NETWORK)('a form, %s,', (_where, isOffline) => {
  it('is created', async () => {
    const clinic = await showSynced(isOffline);
    await findRow('');
    fireEvent.keyDown(document.body, { key: 'n' });
    await screen.findByRole('heading', { level: 1, name: 'New form' });
    await fill('Name', 'Headache diary');
    await fill('Description', 'Two weeks before the visit.');
    await screen.findByText(/^Draft saved \d\d:\d\d$/);
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', ctrlKey: true });
    await screen.findByRole('heading', { level: 2, name: 'Headache diary' });
    await arrive(clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms',
        body: { name: 'Headache diary', description: 'Two weeks before the visit.' },
      },
    ]);
    expect(formNamed(clinic, 'Headache diary')['usable_by']).toMatchObject({ usable_by_all: true });
  });

  it('is changed by its changed fields alone', async () => {
    const clinic = await showSynced(isOffline);
    const name = String(getForms(clinic)[0]?.['name']);
    await openRow(name);
    await act('Edit');
    const hasUnpublished = formNamed(clinic, name)['has_unpublished_changes'] === true;
    await fill('Description', 'Asked at every visit.');
    fireEvent.click(
      screen.getByText(
        hasUnpublished
          ? 'Patients see the latest version'
          : 'The latest version has changes that patients cannot see yet',
      ),
    );
    await press('Save changes');
    await seeRecord('Asked at every visit.');
    await arrive(clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: { description: 'Asked at every visit.', has_unpublished_changes: !hasUnpublished },
      },
    ]);
  });

  it('is restricted to some users, and the editor says which asked patients that excludes', async () => {
    const clinic = await showSynced(isOffline);
    const name = askedForm(clinic);
    const asked = askedFor(formNamed(clinic, name));
    const [first = ''] = asked;
    await openRow(name);
    await act('Edit');
    fireEvent.click(await screen.findByText('Some'));
    await press('Save changes');
    expect((await screen.findByRole('alert')).textContent).toContain('No one could use this form.');
    await choose('Individuals', first);
    const left = screen
      .getAllByRole('note')
      .find((each) => each.textContent.includes('can no longer use it'));
    expect(within(left ?? document.body).getAllByRole('listitem')).toHaveLength(asked.length - 1);
    await choose('Medical centers', 'mctr_north1');
    await screen.findByText('Whether they can still use it depends on the other limits.', { exact: false });
    await press('Save changes');
    await screen.findByRole('heading', { level: 2, name });
    await arrive(clinic, isOffline);
    const usableBy = { ...EMPTY_USER_SETS, medical_centers: ['mctr_north1'], individuals: [first] };
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: { usable_by: { usable_by_all: false, usable_by: usableBy } },
      },
    ]);
  });
});
