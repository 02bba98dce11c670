import type { Appointment } from '#contract/appointment.ts';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { useSome } from '../use-some.tsx';
import { ReferenceValue } from './ReferenceValue.tsx';

const REFERENCES = [
  'visitNote',
  'generatedFrom',
  'generatedFromType',
  'insuranceClaim',
  'chargedExternally',
] as const;

/** What an appointment refers to, and how it repeats. */
export function References({ appointment }: { readonly appointment: Appointment }) {
  const text = useText();
  return (
    <Section title={text('appointment.references')}>
      <Facts>
        <Fact label={text('appointment.recurrence')}>
          <ReferenceList references={appointment.recurrenceRules} />
        </Fact>
        <Fact label={text('appointment.referencePatients')}>
          <ReferenceList references={appointment.referencePatients} />
        </Fact>
        {REFERENCES.map((name) => (
          <Fact key={name} label={text(`appointment.${name}`)}>
            <ReferenceValue reference={appointment[name]} />
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function ReferenceList({ references }: { readonly references: readonly string[] }) {
  const [shown, more] = useSome(references);
  if (references.length === 0) return <ReferenceValue reference={null} />;
  return (
    <>
      <ul>
        {shown.map((reference, index) => (
          // They may repeat, and are told apart by their place.
          <li key={index}>
            <ReferenceValue reference={reference} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
