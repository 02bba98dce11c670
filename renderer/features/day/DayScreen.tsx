import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useDayChange } from '#renderer/shared/query/use-query.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { DayHeader } from './DayHeader.tsx';
import { DayAppointmentList } from './DayAppointmentList.tsx';
import { SavedDowntimePackNotice } from './DowntimePackDialog.tsx';
import { DayPreparationStrip } from './DayPreparationStrip.tsx';

/** The appointments of a day with each attendee's open items, ready for offline use or printing. */
export function DayScreen() {
  const { day } = useStores();
  const { isoDay } = useDateFormat();
  const today = isoDay(useCurrentTime());
  const chosen = useStore(day.store, (state) => state.day);
  useEffect(() => day.show(), [day]);
  useEffect(() => () => day.print.abandon(), [day]);
  // Another time zone, or midnight, changes which day is shown.
  useDayChange(day.invalidate);
  return (
    <SingleColumnPage width="wide" layout="dense">
      <DayHeader day={chosen ?? today} today={today} />
      <DayPreparationStrip />
      <SavedDowntimePackNotice />
      <DayAppointmentList />
    </SingleColumnPage>
  );
}
