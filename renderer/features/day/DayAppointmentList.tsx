import { useCallback, useId, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import type { AppError } from '#contract/result.ts';
import { isDaySheetIncomplete, type DaySheetEntry } from '#contract/day.ts';
import { DayListAppointmentRow } from './DayListAppointmentRow.tsx';
import { DayOverviewTable } from './DayOverviewTable.tsx';
import { filterByHost } from './model.ts';
import { useGradualEntries } from './use-gradual-entries.ts';
import styles from './day.module.css';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 96;
/** Lines of the overview that are rendered at a time: as many as a large screen shows. */
const OVERVIEW_STEPS = { step: 24 };
/** Appointments that are rendered at a time, with up to dozens of buttons each. Of a long day they begin below the view. */
const APPOINTMENT_STEPS = { first: 1, step: 4 };

/** The appointments of the day by time, or the reason why there are none. */
export function DayAppointmentList() {
  const text = useText();
  const { day } = useStores();
  const { sheet, beginning, error } = useStore(day.store);
  const entries = sheet?.appointments ?? beginning;
  if (entries !== null)
    return (
      <>
        {error !== null && <FailedRereadNotice error={error} />}
        <Appointments
          entries={entries}
          isWhole={sheet !== null}
          isCut={sheet !== null && isDaySheetIncomplete(sheet)}
        />
      </>
    );
  if (error === null)
    return <Skeleton label={text('day.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  const again = { label: text('day.tryAgain'), run: day.invalidate };
  return (
    <EmptyPaneMessage role="alert" title={text('day.failed')} hint={getErrorSentence(error)} action={again} />
  );
}

/** Says that the appointments that are shown may be out of date, and offers to read them again. */
function FailedRereadNotice({ error }: { readonly error: AppError }) {
  const text = useText();
  const { day } = useStores();
  return (
    <section className={styles.dayStrip} data-phase="failed">
      <p role="alert">
        {text('day.stale')} {getErrorSentence(error)}
      </p>
      <Button size="small" onPress={day.invalidate}>
        {text('day.tryAgain')}
      </Button>
    </section>
  );
}

/** Number of frames until the appointments around one that came into view have their own heights. */
const LAYOUT_FRAMES = 3;

/**
 * Moves the view to an appointment. What is out of view has an estimated height only, so that the appointment may move once what is
 * around it comes into view; it is followed for some frames.
 */
function scrollToAppointment(element: HTMLElement, frames = LAYOUT_FRAMES): void {
  element.scrollIntoView({ block: 'start' });
  if (frames > 0 && element.isConnected)
    requestAnimationFrame(() => scrollToAppointment(element, frames - 1));
}

/** Moves the view and the focus to an appointment. */
function showWhole(target: string): void {
  const element = document.getElementById(target);
  if (element === null) return;
  scrollToAppointment(element);
  element.focus({ preventScroll: true });
}

interface AppointmentsProps {
  readonly entries: readonly DaySheetEntry[];
  /** Whether these are all of the day; otherwise they are its first, and the others are being read. */
  readonly isWhole: boolean;
  /** Whether the day has more appointments, or one of them more attendees, than a sheet can have. */
  readonly isCut: boolean;
}

function Appointments({ entries, isWhole, isCut }: AppointmentsProps) {
  const text = useText();
  const { day } = useStores();
  const host = useStore(day.store, (state) => state.host);
  const isToday = useStore(day.store, (state) => state.day === null);
  const baseId = useId();
  const targets = useMemo(
    () => new Map(entries.map(({ notification }, index) => [notification, `${baseId}${index}`])),
    [entries, baseId],
  );
  const getTarget = ({ notification }: DaySheetEntry): string => targets.get(notification) ?? '';
  const ofHost = filterByHost(entries, host);
  const [shown, more] = useEntriesWithShowMoreButton(ofHost);
  const [lines] = useGradualEntries(shown, OVERVIEW_STEPS);
  // The lines above the appointments come first: they are in view, and would move what is below them.
  const isHeld = lines.length < shown.length;
  const [rendered, renderAll] = useGradualEntries(shown, { ...APPOINTMENT_STEPS, isHeld });
  const show = useCallback(
    (target: string): void => {
      if (document.getElementById(target) === null) flushSync(renderAll);
      showWhole(target);
    },
    [renderAll],
  );
  if (entries.length === 0) return <EmptyPaneMessage title={text('day.none')} hint={text('day.noneSafe')} />;
  const loading = <Skeleton label={text('day.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  if (shown.length === 0 && !isWhole) return loading;
  if (shown.length === 0) {
    const all = { label: text('day.everybody'), run: () => day.filterHost(null) };
    return <EmptyPaneMessage title={text('day.noneOfHost')} action={all} />;
  }
  return (
    <div className={styles.dayList}>
      <DayOverviewTable
        appointments={ofHost}
        rendered={lines}
        isWhole={isWhole}
        isToday={isToday}
        getTarget={getTarget}
        onShow={show}
      />
      <ol>
        {rendered.map((each) => (
          <DayListAppointmentRow key={each.notification} dayAppointment={each} elementId={getTarget(each)} />
        ))}
      </ol>
      {isWhole ? more : loading}
      {isCut && <p className="muted">{text('day.cut')}</p>}
    </div>
  );
}
