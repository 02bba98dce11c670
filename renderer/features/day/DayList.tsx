import { useStore } from 'zustand';
import { usePartialList } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import type { DaySheet } from '#contract/day.ts';
import { AppointmentRow } from './AppointmentRow.tsx';
import { filterByHost } from './model.ts';
import styles from './day.module.css';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 96;

/** The appointments of the day by time, or the reason why there are none. */
export function DayList() {
  const text = useText();
  const { day } = useStores();
  const { sheet, error } = useStore(day.store);
  if (sheet !== null) return <Appointments sheet={sheet} />;
  if (error === null)
    return <Skeleton label={text('day.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  const again = { label: text('day.tryAgain'), run: day.invalidate };
  return <Notice role="alert" title={text('day.failed')} hint={getErrorSentence(error)} action={again} />;
}

function Appointments({ sheet }: { readonly sheet: DaySheet }) {
  const text = useText();
  const { day } = useStores();
  const host = useStore(day.store, (state) => state.host);
  const [shown, more] = usePartialList(filterByHost(sheet.appointments, host));
  if (sheet.appointments.length === 0) return <Notice title={text('day.none')} hint={text('day.noneSafe')} />;
  if (shown.length === 0) {
    const all = { label: text('day.everybody'), run: () => day.filterHost(null) };
    return <Notice title={text('day.noneOfHost')} action={all} />;
  }
  return (
    <div className={styles.dayList}>
      <ol>
        {shown.map((each) => (
          <AppointmentRow key={each.notification} dayAppointment={each} />
        ))}
      </ol>
      {more}
      {sheet.isCut && <p className="muted">{text('day.cut')}</p>}
    </div>
  );
}
