import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { PrintedRequisitions } from '#renderer/shared/record/PrintedRequisitions.tsx';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { HandoverSheet } from '#renderer/state/home/handover.ts';
import { getOldestSyncTime } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { PrintSheet } from '#renderer/ui/PrintSheet.tsx';
import {
  PrintedDueReminders,
  PrintedRemainingAppointments,
  PrintedUnsentChanges,
} from './PrintedHandoverParts.tsx';
import { findUndercountReason } from './undercount-reason.ts';

/** The handover sheet, rendered only while it is printed. */
export function PrintedHandover() {
  const { handover, failedAction } = useStores();
  const { sheet, problem } = useStore(handover.store);
  useEffect(() => {
    if (sheet !== null) void handover.handleRendered();
  }, [sheet, handover]);
  useEffect(() => failedAction.report('handover', problem), [problem, failedAction]);
  return sheet === null ? null : createPortal(<Sheet sheet={sheet} />, document.body);
}

/** When the numbers were current and when they were printed, and whether they may be too low. */
function SheetStamp() {
  const text = useText();
  const { dateTime, zone } = useDateFormat();
  const now = useCurrentTime();
  const known = useStore(useStores().health.store, ({ health }) => health);
  const at = getOldestSyncTime(known?.kinds ?? []);
  const gap = findUndercountReason(known);
  return (
    <p>
      {text('home.handover.printed', { when: dateTime(now), zone })}{' '}
      {at !== null && text('home.handover.asOf', { when: dateTime(at) })}{' '}
      {gap !== null && text(`home.${gap}`)}
    </p>
  );
}

function Sheet({
  sheet: { queues, lists, reminders, appointments, unsent },
}: {
  readonly sheet: HandoverSheet;
}) {
  const text = useText();
  return (
    <PrintSheet>
      <h1>{text('home.handover.title')}</h1>
      <SheetStamp />
      <table>
        <thead>
          <tr>
            <th scope="col">{text('home.queues')}</th>
            <th scope="col">{text('home.handover.count')}</th>
            <th scope="col" data-column="notes">
              {text('home.handover.notes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ id, label, count }) => (
            <tr key={id}>
              <td>
                <bdi>{label}</bdi>
              </td>
              <td>{count === null ? text('home.unknown') : formatCount(count)}</td>
              <td aria-label={text('home.handover.notes')} />
            </tr>
          ))}
        </tbody>
      </table>
      <PrintedUnsentChanges unsent={unsent} />
      <PrintedDueReminders reminders={reminders} />
      <PrintedRemainingAppointments appointments={appointments} />
      {lists.map(({ id, label, rows, isCut }) => (
        <section key={id}>
          <PrintedRequisitions
            rows={rows}
            heading={isCut ? text('home.handover.first', { label, count: rows.length }) : label}
          />
        </section>
      ))}
    </PrintSheet>
  );
}
