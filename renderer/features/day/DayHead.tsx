import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useStore } from 'zustand';
import type { DaySheet } from '#contract/day.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { DayActions } from './DayActions.tsx';
import { HostMenu } from './HostMenu.tsx';
import { dayAfter } from './model.ts';

interface DayHeaderProps {
  /** `2026-03-12` */
  readonly day: string;
  readonly today: string;
}

/** Which day it is, how fresh the sheet is, and what can be done with it. */
export function DayHeader({ day, today }: DayHeaderProps) {
  const text = useText();
  const { wholeDay } = useFormat();
  const { sheet, span } = useStore(useStores().day.store);
  return (
    <header className="day-head">
      <h1>
        {text('day.title')}
        {span !== null && <span className="day-date">{wholeDay(span.from)}</span>}
      </h1>
      <DayChoice day={day} today={today} />
      {sheet !== null && <RequisitionState sheet={sheet} />}
      <DayActions day={day} />
    </header>
  );
}

function DayChoice({ day, today }: DayHeaderProps) {
  const text = useText();
  const { choose } = useStores().day;
  const goTo = (wanted: string): void => {
    // While a year is typed the field tells of the years 0002, 0020 and 0202 on the way.
    if (/^[12]\d{3}-\d{2}-\d{2}$/.test(wanted)) choose(wanted === today ? null : wanted);
  };
  return (
    <div className="day-choice">
      <Button
        icon={<Icon of={ChevronLeft} />}
        aria-label={text('day.before')}
        onPress={() => goTo(dayAfter(day, -1))}
      />
      <Field label={text('day.choose')} type="date" value={day} onChange={goTo} />
      <Button
        icon={<Icon of={ChevronRight} />}
        aria-label={text('day.after')}
        onPress={() => goTo(dayAfter(day, 1))}
      />
      <Button isDisabled={day === today} onPress={() => choose(null)}>
        {text('day.today')}
      </Button>
      <HostMenu />
    </div>
  );
}

/** How many there are, and as of when. */
function RequisitionState({ sheet }: { readonly sheet: DaySheet }) {
  const text = useText();
  const { asOf, zone } = useFormat();
  const now = useNow();
  const { health } = useStore(useStores().health.store);
  const fresh =
    sheet.asOf === null
      ? text('day.asOfNever')
      : text(health?.connection === 'offline' ? 'day.asOfOffline' : 'day.asOf', {
          when: asOf(sheet.asOf, now),
        });
  return (
    <output className="day-standing">
      {text('day.appointments', { count: sheet.appointments.length })} · {fresh} · {zone}
    </output>
  );
}
