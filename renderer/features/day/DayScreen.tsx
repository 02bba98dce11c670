import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { DayHeader } from './DayHead.tsx';
import { DayList } from './DayList.tsx';
import { PrintedDaySheet } from './DayPaper.tsx';
import { PackDone } from './PackDone.tsx';
import { PrepareStrip } from './PrepareStrip.tsx';
import './day.css';

/** The appointments of a day with what is here of everybody who takes part, ready to be taken offline or onto paper. */
export function DayScreen() {
  const { day } = useStores();
  const { zone, isoDay } = useFormat();
  const today = isoDay(useNow());
  const chosen = useStore(day.store, (state) => state.day);
  useEffect(() => day.show(), [day]);
  useEffect(() => () => day.print.abandon(), [day]);
  // Another zone, or midnight, makes another day of it.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- they are why it asks again
  useEffect(() => day.changed(), [day, zone, today]);
  return (
    <div className="page day" data-pane="list" tabIndex={-1}>
      <DayHeader day={chosen ?? today} today={today} />
      <PrepareStrip />
      <PackDone />
      <DayList />
      <PrintedDaySheet />
    </div>
  );
}
