import type { Form } from '#contract/form.ts';
import type { EpochMs } from '#contract/time.ts';
import { CopyButton } from '#renderer/records/CopyButton.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { RecordFoot } from '#renderer/records/RecordFoot.tsx';
import { RecordHead } from '#renderer/records/RecordHead.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { FormFacts } from './FormFacts.tsx';
import { FormRequests, FormUsers } from './FormParts.tsx';
import { FormState } from './FormState.tsx';
import { standingOf } from './model.ts';

interface FormRecordProps {
  readonly form: Form;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/** A form with every field it has. */
export function FormRecord({ form, fetchedAt, onClose }: FormRecordProps) {
  const text = useText();
  const marks = (
    <span>
      <FormState standing={standingOf(form)} />
    </span>
  );
  return (
    <>
      <RecordHead
        onClose={onClose}
        marks={marks}
        name={form.name || text('form.unnamed')}
        actions={<CopyButton label={text('record.copyId')} value={form.id} />}
      />
      <div className="record-scroll">
        <Flags flags={form.flags} />
        <Section title={text('form.description')} mark={<UnsentMark of={['description']} />}>
          <TextValue value={form.description} />
        </Section>
        <FormFacts form={form} />
        <FormRequests requests={form.requestCompletionFrom} />
        <FormUsers usableBy={form.usableBy} />
        <RecordFoot kind="form" id={form.id} fetchedAt={fetchedAt} />
      </div>
    </>
  );
}
