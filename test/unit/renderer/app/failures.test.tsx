import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDraftKey } from '#contract/draft-key.ts';
import { err, type Result } from '#contract/result.ts';
import { DraftList } from '#renderer/features/outbox/DraftList.tsx';
import { RequisitionEditorScreen } from '#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx';
import { FormPublicationStateExplanation } from '#renderer/features/forms/record/FormRecord.tsx';
import { FormCompletionRequests } from '#renderer/features/forms/record/FormCompletionRequests.tsx';
import { NotificationLinkButtons } from '#renderer/features/inbox/NotificationLinkButtons.tsx';
import { NotificationThread } from '#renderer/features/inbox/NotificationThread.tsx';
import { StatusTimeline } from '#renderer/features/requisitions/record/StatusTimeline.tsx';
import { useRequisitionContext } from '#renderer/features/requisitions/record/use-requisition-context.ts';
import { FollowUpMark } from '#renderer/shared/record/FollowUp.tsx';
import { RequestHistory } from '#renderer/shared/completion-requests/RequestHistory.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { getLastRefusal } from '#renderer/state/sync/outbox.ts';
import { ProvideStores } from '../../../support/page/provide-stores.tsx';
import { inStatus, NOON, reviewAsked, sentOrder, visitNotification } from '../../../support/builders.ts';
import { type PageStart, type Steering, testPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aForm, aRequisition } from '../../../support/values.ts';

usePage();
afterEach(cleanup);

const broken = async () => err('engine-down');

function show(part: React.ReactNode, own: Steering, start: PageStart = {}) {
  const page = testPage(start, own);
  const stores = createStores(page.bridge);
  render(<ProvideStores value={stores}>{part}</ProvideStores>);
  return { ...page, stores };
}

/** The history of a requisition, as its record shows it. */
function Timeline() {
  const record = aRequisition();
  return <StatusTimeline record={record} context={useRequisitionContext(record)} />;
}

describe('reviews that cannot be counted', () => {
  it('do not count as zero: the worklist says so, and counts again on request', async () => {
    let isBroken = true;
    const late = reviewAsked({ deadline: NOON });
    showApp(
      { requisitions: [sentOrder(late), sentOrder({ id: 'req_2', ...late })], at: Date.now() },
      {
        'reviews.due': async (asked, real) => (isBroken ? err('internal') : real(asked)),
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await screen.findByText(/Due reviews could not be counted\./);
    expect(screen.queryByRole('menuitemcheckbox', { name: /\d overdue/ })).toBeNull();
    isBroken = false;
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Count again' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await screen.findByRole('menuitemcheckbox', { name: '2 overdue' });
    expect(screen.queryByText(/could not be counted/)).toBeNull();
  });

  it('of a saved view are shown as not counted', async () => {
    showApp(
      { requisitions: [sentOrder()] },
      { 'worklist.counts': async (asked, real) => (asked.terms.length > 0 ? err('internal') : real(asked)) },
    );
    await screen.findByRole('button', { name: 'Views' });
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    await waitFor(() => expect(screen.getAllByText('not counted').length).toBeGreaterThan(0));
  });
});

describe('a query that fails', () => {
  it('for an earlier notification does not mean that there is none', async () => {
    const button = { link: '/appointment?id=appt_1', title: 'Open' };
    show(<NotificationLinkButtons buttons={[button]} shown="notf_1" />, { 'inbox.about': broken });
    await screen.findByText(/The notification about this appointment could not be looked up\./);
    expect(screen.queryByText(/There is no notification about/)).toBeNull();
  });

  it('for a pending publish publishes nothing, and says why', async () => {
    const { stores, asked } = show(null, { 'outbox.list': broken });
    await act(() => stores.formActions.publish({ id: 'form_1', name: '' }));
    expect(asked.filter(({ name }) => name === 'outbox.save')).toEqual([]);
    expect(getLastRefusal(stores.outbox.store.getState())?.error).toEqual({ code: 'engine-down' });
  });

  it('for similar requisitions is shown in the editor, and is repeated on request', async () => {
    let isBroken = true;
    const { stores } = show(
      <RequisitionEditorScreen onOpenRecord={() => {}} />,
      { 'requisitions.similar': async (asked, real) => (isBroken ? err('engine-down') : real(asked)) },
      { requisitions: [sentOrder({ name: 'Ferritin', patient: 'user_patient1', ...inStatus('sent') })] },
    );
    await act(() => stores.editor.create());
    const patient = screen.getAllByLabelText('Patient')[0] ?? document.body;
    fireEvent.change(patient, { target: { value: 'user_patient1' } });
    // The open list of patients hides the rest of the page from screen readers.
    const name = screen.getByRole('combobox', { name: 'Name', hidden: true });
    fireEvent.change(name, { target: { value: 'Ferritin' } });
    await screen.findByText(/Similar requisitions of this patient could not be searched\./);
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }));
    const similar = (await screen.findByText('This patient has a similar open requisition:')).parentElement;
    expect(similar?.querySelector('li')?.textContent).toMatch(/Ferritin.*20\d\d.*Sent/);
    expect(screen.queryByText(/could not be looked up/)).toBeNull();
  });

  it('for suggestions is shown in the list that would contain them', async () => {
    const { stores } = show(<RequisitionEditorScreen onOpenRecord={() => {}} />, { 'ids.suggest': broken });
    await act(() => stores.editor.create());
    fireEvent.click(screen.getByRole('button', { name: /Show Patient/ }));
    expect(await screen.findByText(/Earlier entries could not be read\./)).toBeDefined();
  });

  it.each([
    [
      'the thread of a notification',
      <NotificationThread key="a" id="notf_1" />,
      'inbox.thread',
      /about this could not/,
    ],
    [
      'the history of requests',
      <RequestHistory key="b" by="form" id="form_1" level={2} />,
      'completions.history',
      /history of requests could not/,
    ],
    [
      'the open requests of a form',
      <FormCompletionRequests key="c" form={aForm()} />,
      'completions.page',
      /could not be read/,
    ],
    [
      'the story of a form',
      <FormPublicationStateExplanation key="d" form={aForm({ hasUnpublishedChanges: true })} />,
      'forms.unpublishedChanges',
      /unpublished changes could not be read/,
    ],
    [
      'the usual time of a step',
      <Timeline key="e" />,
      'requisitions.context',
      /typical duration could not be read/,
    ],
  ] as const)('for %s is shown, with a way to try again', async (_what, part, call, words) => {
    const { asked } = show(part, { [call]: broken });
    await screen.findByText(words);
    const times = (): number => asked.filter(({ name }) => name === call).length;
    const before = times();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(times()).toBeGreaterThan(before));
  });

  it('for an earlier notification of a thread replaces its skeleton', async () => {
    const notifications = [visitNotification(), visitNotification({ id: 'notf_2', title: 'Moved' })];
    show(<NotificationThread id="notf_1" />, { 'notifications.get': broken }, { notifications });
    const earlier = await screen.findByText('Moved');
    const details = earlier.closest('details');
    if (details === null) throw new Error('an earlier notification unfolds');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(await screen.findByText(/This notification could not be read\./)).toBeDefined();
  });
});

describe('local data', () => {
  /** Fails until the test lets it succeed. */
  function breakable() {
    const state = { isBroken: true };
    const call = async <I, O>(input: I, real: (given: I) => Promise<Result<O>>): Promise<Result<O>> =>
      state.isBroken ? broken() : real(input);
    return { state, call };
  }

  it('about drafts says that it could not be read, not that there is none', async () => {
    const { state, call } = breakable();
    const { ask } = show(<DraftList />, { 'drafts.list': call });
    const operation = 'requisitions.create';
    const key = formatDraftKey({ operation, id: '1', purpose: '' });
    await ask('drafts.save', { key, operation, target: null, label: 'Ferritin', fields: {}, seen: {} });
    await screen.findByText(/Your drafts could not be read\./);
    state.isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Ferritin');
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });

  it('about follow-ups says on a record that it could not be read', async () => {
    const mark = { kind: 'requisition', id: 'req_1', note: '', remindOn: null } as const;
    const { state, call } = breakable();
    const { stores } = show(<FollowUpMark id="req_1" />, { 'followUps.list': call }, { followUps: [mark] });
    act(() => stores.followUps.invalidate());
    await screen.findByText(/The follow-up mark could not be read\./);
    state.isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Followed up/);
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });

  it('about settings says that they could not be read, and reads them on request', async () => {
    const { state, call } = breakable();
    showApp({}, { 'settings.get': call });
    await screen.findByText(/Your settings could not be read\./);
    state.isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
  });

  it('about unsent changes says above the record that they could not be read', async () => {
    const { state, call } = breakable();
    const rename = { operation: 'requisitions.update', target: 'req_1', data: { name: 'Iron' } } as const;
    showApp({ requisitions: [sentOrder()], pending: [rename] }, { 'outbox.list': call });
    fireEvent.click(await screen.findByRole('option'));
    await screen.findByText(/The pending changes of this record could not be read\./);
    state.isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Not on the service yet' });
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });

  it('about an open record keeps it on screen where it could not be read again', async () => {
    const { state, call } = breakable();
    state.isBroken = false;
    const page = showApp({ requisitions: [sentOrder({ name: 'Iron' })] }, { 'requisitions.get': call });
    fireEvent.click(await screen.findByRole('option'));
    await screen.findByRole('heading', { name: /Iron/ });
    state.isBroken = true;
    act(() => page.emit('changed', { kind: 'requisition', ids: ['req_1'], revision: 1 }));
    await screen.findByText(/This record may be out of date: it could not be read again\./);
    expect(screen.getByRole('heading', { name: /Iron/ })).toBeDefined();
    state.isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
  });
});
