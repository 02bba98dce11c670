import { TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { IdField } from '#renderer/shared/editing/IdPicker.tsx';
import { useFormat } from '#renderer/shared/record/When.tsx';
import type { Problem } from '#renderer/state/requisitions/draft-validation.ts';
import type { EditorFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { PartRows } from './PartRows.tsx';

/** Properties common to all sections of the editor. */
export interface FormProps {
  readonly fields: EditorFields;
  readonly onType: (typed: Partial<EditorFields>) => void;
  /** Returns the error message of a field, if it has one. */
  readonly errorAt: (place: Problem['at']) => string | undefined;
}

/** Fields of a requested review: reviewer and deadline. */
export function ReviewForm({
  fields,
  onType,
  errorAt,
  isRequired,
}: FormProps & { readonly isRequired: boolean }) {
  const text = useText();
  const { zone } = useFormat();
  return (
    <>
      <IdField
        label={text('editor.reviewer')}
        family="user"
        as="provider"
        value={fields.reviewer}
        onChange={(reviewer) => onType({ reviewer })}
        error={errorAt('reviewer')}
        isRequired={isRequired}
        anchor="reviewer"
      />
      <Field
        label={text('editor.deadline')}
        help={text(fields.deadline === '' ? 'editor.deadlineHelpNone' : 'editor.deadlineHelp', { zone })}
        type="date"
        value={fields.deadline}
        onChange={(deadline) => onType({ deadline })}
        error={errorAt('deadline')}
        anchor="deadline"
      />
    </>
  );
}

/** Fields of a new requisition; the required ones come first (service's document, section 4.2). */
export function CreateForm(props: FormProps) {
  const text = useText();
  const { fields, onType, errorAt } = props;
  return (
    <>
      <p className="field-help">{text('editor.needed')}</p>
      <IdField
        label={text('editor.patient')}
        help={text('editor.patientHelp')}
        family="user"
        as="patient"
        value={fields.patient}
        onChange={(patient) => onType({ patient })}
        error={errorAt('patient')}
        isRequired
        anchor="patient"
      />
      <RadioGroup
        label={text('editor.type')}
        options={REQUISITION_TYPES.map((value) => ({ value, label: text(`requisition.type.${value}`) }))}
        value={fields.type}
        onChange={(type) => onType({ type })}
      />
      <RequisitionFields {...props} isRequired />
      <Section level={2} title={text('editor.reviewSection')}>
        <p className="field-help">{text('editor.reviewLead')}</p>
        <ReviewForm {...props} isRequired={false} />
      </Section>
    </>
  );
}

/** The fields of a requisition that can also be changed later. */
export function RequisitionFields({
  fields,
  onType,
  errorAt,
  isRequired,
}: FormProps & { readonly isRequired: boolean }) {
  const text = useText();
  return (
    <>
      <IdField
        label={text('editor.provider')}
        family="user"
        as="provider"
        value={fields.orderingProvider}
        onChange={(orderingProvider) => onType({ orderingProvider })}
        error={errorAt('orderingProvider')}
        isRequired={isRequired}
        anchor="orderingProvider"
      />
      <Field
        label={text('editor.name')}
        help={text('editor.nameHelp')}
        value={fields.name}
        onChange={(name) => onType({ name })}
        error={errorAt('name')}
        anchor="name"
      />
      <IdField
        label={text('editor.facility')}
        help={text('editor.facilityHelp')}
        family="facility"
        value={fields.serviceFacility}
        onChange={(serviceFacility) => onType({ serviceFacility })}
        error={errorAt('serviceFacility')}
        anchor="serviceFacility"
      />
      {(['diagnoses', 'scripts'] as const).map((kind) => (
        <PartRows
          key={kind}
          kind={kind}
          parts={fields[kind]}
          onChange={(parts) => onType({ [kind]: parts })}
          errorOf={(index) => errorAt(`${kind}.${index}`)}
          error={errorAt(kind)}
        />
      ))}
      {TEXT_FIELDS.map(({ name, wire }) => (
        <Field
          key={name}
          label={text(`field.${wire}`)}
          isLong
          value={fields[name]}
          onChange={(typed) => onType({ [name]: typed })}
          error={errorAt(name)}
          anchor={name}
        />
      ))}
      <RadioGroup
        label={text('editor.sharing')}
        options={[
          { value: 'no', label: text('editor.shareNo') },
          { value: 'yes', label: text('editor.shareYes') },
        ]}
        value={fields.isShared ? 'yes' : 'no'}
        onChange={(value) => onType({ isShared: value === 'yes' })}
      />
    </>
  );
}
