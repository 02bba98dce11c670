import { formState, type Form } from '#contract/form.ts';
import type { EpochMs } from '#contract/time.ts';
import { ChangedStrip } from '#renderer/records/ChangedStrip.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { FollowUpMark } from '#renderer/records/FollowUpMark.tsx';
import { FormActions } from '#renderer/records/forms/FormActions.tsx';
import { RecordFooter } from '#renderer/records/RecordFoot.tsx';
import { RecordHeader } from '#renderer/records/RecordHead.tsx';
import { RequestHistory } from '#renderer/records/requests/RequestHistory.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { FormFacts } from './FormFacts.tsx';
import { FormMeaning } from './FormMeaning.tsx';
import { FormRequests } from './FormRequests.tsx';
import { FormState } from './FormState.tsx';
import { FormUsers } from './FormUsers.tsx';

interface FormRecordProps {
  readonly form: Form;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/** A form with every field it has: what it means for patients, whom it asks, who may use it. */
export function FormRecord({ form, fetchedAt, onClose }: FormRecordProps) {
  const text = useText();
  const marks = (
    <span>
      <FormState state={formState(form)} />
    </span>
  );
  return (
    <>
      <RecordHeader
        onClose={onClose}
        marks={marks}
        name={form.name || text('form.unnamed')}
        actions={<FormActions form={form} />}
      />
      <div className="record-scroll">
        <FollowUpMark id={form.id} />
        <ChangedStrip kind="form" id={form.id} version={form.lastUpdatedAt} />
        <Flags flags={form.flags} />
        <FormMeaning form={form} />
        <Section title={text('form.description')} mark={<UnsentMark of={['description']} />}>
          <TextValue value={form.description} />
        </Section>
        <FormFacts form={form} />
        <FormRequests form={form} />
        <FormUsers usableBy={form.usableBy} />
        <RequestHistory by="form" id={form.id} level={3} />
        <RecordFooter kind="form" id={form.id} fetchedAt={fetchedAt} />
      </div>
    </>
  );
}
