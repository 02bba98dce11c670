import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatServiceTime, NOON, rawRequisition } from '../../../../support/builders.ts';
import type { PageStart } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const DAY_MS = 86_400_000;
const LAKESIDE = 'fac_lakeside01';
const at = (days: number): string => formatServiceTime(NOON - days * DAY_MS);
const sent = { status: 'sent', changed_by: 'user_d1', changed_at: at(9) };
const received = { status: 'results_received', changed_by: 'user_d1', changed_at: at(3) };

const START: PageStart = {
  screen: 'home',
  names: { [LAKESIDE]: 'Lakeside' },
  requisitions: [
    rawRequisition({
      id: 'req_1',
      name: 'Ferritin',
      type: 'lab',
      service_facility: LAKESIDE,
      status_history: [sent, received],
    }),
    rawRequisition({
      id: 'req_2',
      name: 'Lipid panel',
      type: 'lab',
      service_facility: LAKESIDE,
      status_history: [sent],
    }),
    rawRequisition({
      id: 'req_3',
      name: 'Chest X-ray',
      type: 'imaging',
      service_facility: LAKESIDE,
      status_history: [sent, received],
    }),
    rawRequisition({
      id: 'req_4',
      name: 'Sodium',
      type: 'lab',
      service_facility: 'fac_other00001',
      status_history: [sent, received],
    }),
    rawRequisition({
      id: 'req_5',
      name: 'Iron',
      type: 'lab',
      service_facility: '',
      status_history: [sent, received],
    }),
  ],
  at: NOON,
};

describe('the chart of the time from sent to results', () => {
  const findChart = async () => within(await screen.findByRole('region', { name: 'From sent to results' }));

  it('names the list that each bar opens, and opens exactly that', async () => {
    showApp(START);
    const chart = await findChart();
    const bar = await chart.findByRole('button', { name: /^Lab.*type Lab at Lakeside/ });
    expect(bar.textContent).toMatch(/type Lab at Lakeside.* with the status Results received\.$/);
    fireEvent.click(bar);
    const list = await screen.findByRole('listbox', { name: 'Requisitions' });
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1));
    expect(within(list).getByRole('option').textContent).toContain('Ferritin');
    expect(screen.getByRole('radio', { name: /Results received$/ }).getAttribute('aria-checked')).toBe(
      'true',
    );
  });

  it('opens nothing where no search finds what a bar has: requisitions without a facility', async () => {
    showApp(START);
    const chart = await findChart();
    await chart.findByText('No facility');
    const names = chart.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.filter((name) => name?.includes('with the status Results received'))).toHaveLength(3);
  });
});
