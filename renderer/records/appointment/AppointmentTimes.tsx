import type { Appointment } from '#contract/appointment.ts';
import { useText } from '#renderer/text/text.ts';
import { Fact } from '#renderer/ui/Facts.tsx';
import { useFormat } from '../use-format.ts';
import { spanText } from './appointment-words.ts';

/** When an appointment is planned, and when it took place, each with the zone of the desk. */
export function AppointmentTimes({ appointment }: { readonly appointment: Appointment }) {
  const text = useText();
  const format = useFormat();
  const { startTime, endTime, actualStartTime, actualEndTime } = appointment;
  return (
    <>
      <Fact label={text('appointment.planned')}>
        <Span words={spanText(format, startTime, endTime)} zone={format.zone} />
      </Fact>
      <Fact label={text('appointment.actual')}>
        <Span words={spanText(format, actualStartTime, actualEndTime)} zone={format.zone} />
      </Fact>
    </>
  );
}

function Span({ words, zone }: { readonly words: string | null; readonly zone: string }) {
  const text = useText();
  if (words === null) return <span className="absent">{text('record.empty')}</span>;
  return (
    <>
      <span className="tabular">{words}</span> <span className="appointment-zone">{zone}</span>
    </>
  );
}
