import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { PrintedRequisitions } from '#renderer/shared/record/PrintedRequisitions.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import type { DowntimeRequisitionList } from '#renderer/state/day/day-lists.ts';
import type { DaySheetWithDowntimeLists } from '#renderer/state/day/day-print.ts';
import { getOldestSyncTime } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { PrintSheet, PrintTimestamp } from '#renderer/ui/PrintSheet.tsx';
import { groupByHost } from './model.ts';
import { PrintedHostAppointments } from './PrintedHostAppointments.tsx';

/** The day sheets, rendered only while they are printed or added to a downtime pack. */
export function PrintedDaySheets() {
  const { print } = useStores().day;
  const sheets = useStore(print.store, (state) => state.sheets);
  useEffect(() => {
    if (sheets !== null) void print.handlePaginated();
  }, [sheets, print]);
  return sheets === null ? null : createPortal(<Sheets sheets={sheets} />, document.body);
}

/**
 * The time at which all data on the sheets was current, with the time zone: that of the oldest list involved.
 */
function useStamp(): string {
  const text = useText();
  const { dateTime, zone } = useDateFormat();
  const now = useCurrentTime();
  const known = useStore(useStores().health.store, ({ health }) => getOldestSyncTime(health?.kinds ?? []));
  if (known === null) return text('sheet.stampNever', { when: dateTime(now), zone });
  return text('sheet.stamp', { when: dateTime(known), zone });
}

function Sheets({ sheets }: { readonly sheets: DaySheetWithDowntimeLists }) {
  const text = useText();
  const stamp = useStamp();
  const { lists } = sheets;
  return (
    <PrintSheet layout="pages">
      {groupByHost(sheets.sheet.appointments).map((ofHost) => (
        <PrintedHostAppointments key={ofHost.host} hostDay={ofHost} span={sheets.span} stamp={stamp} />
      ))}
      {lists !== null && (
        <>
          <List title={text('sheet.needsReview')} list={lists.needsReview} stamp={stamp} />
          <List title={text('sheet.sent')} list={lists.sent} stamp={stamp} />
        </>
      )}
    </PrintSheet>
  );
}

interface ListProps {
  readonly title: string;
  readonly list: DowntimeRequisitionList;
  readonly stamp: string;
}

function List({ title, list: { rows, count }, stamp }: ListProps) {
  const text = useText();
  const isCut = rows.length < count;
  const size = isCut
    ? text('sheet.listCut', { shown: rows.length, count })
    : text('sheet.listAll', { count });
  return (
    <section>
      <PrintedRequisitions
        rows={rows}
        heading={
          <>
            <strong>{title}</strong> {size} <PrintTimestamp>{stamp}</PrintTimestamp>
          </>
        }
      />
    </section>
  );
}
