import type { Appointment } from '#contract/appointments.ts';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { isIdOrInIdFormat } from '../ids/id-kinds.ts';
import { OpenableId } from '../ids/IdMenu.tsx';
import { humanizeCode } from '../humanize-code.ts';
import { TextValue } from '../record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '../use-partial-list.tsx';

/** A reference of unspecified shape: an id that opens its record, otherwise the text. */
export function ReferenceValue({ reference }: { readonly reference: string | null }) {
  const text = useText();
  if (reference === null) return <span className="muted">{text('record.empty')}</span>;
  return isIdOrInIdFormat(reference) ? <OpenableId id={reference} /> : <TextValue value={reference} />;
}

const REFERENCES = [
  'visitNote',
  'generatedFrom',
  'generatedFromType',
  'insuranceClaim',
  'chargedExternally',
] as const;

/** The records that an appointment refers to, such as its visit note, and how it recurs. */
export function References({ appointment }: { readonly appointment: Appointment }) {
  const text = useText();
  return (
    <Section title={text('appointment.references')}>
      <LabelledValueList>
        <LabelledValue label={text('appointment.recurrence')}>
          <ReferenceList references={appointment.recurrenceRules} />
        </LabelledValue>
        <LabelledValue label={text('appointment.referencePatients')}>
          <ReferenceList references={appointment.referencePatients} />
        </LabelledValue>
        {REFERENCES.map((name) => (
          <LabelledValue key={name} label={text(`appointment.${name}`)}>
            <ReferenceValue reference={appointment[name]} />
          </LabelledValue>
        ))}
      </LabelledValueList>
    </Section>
  );
}

function ReferenceList({ references }: { readonly references: readonly string[] }) {
  const [shown, more] = useEntriesWithShowMoreButton(references);
  if (references.length === 0) return <ReferenceValue reference={null} />;
  return (
    <>
      <ul>
        {shown.map((reference, index) => (
          // References may be identical, so the position is the key.
          <li key={index}>
            <ReferenceValue reference={reference} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** A code of the service as readable text, or "Not given". */
export function ServiceCodeText({ word }: { readonly word: string }) {
  const text = useText();
  if (word.trim() === '') return <span className="muted">{text('record.empty')}</span>;
  return <span dir="auto">{humanizeCode(word)}</span>;
}
