import { REQUISITION_TYPES } from '#contract/requisition.ts';
import { IdField } from '#renderer/records/editing/IdField.tsx';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/Choice.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import type { FormProps } from './form-props.ts';
import { PartRows } from './PartRows.tsx';
import { ReviewForm } from './ReviewForm.tsx';

/** A new requisition (service's document, section 4.2): what it takes, what it must have first. */
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

/** The fields of a requisition that can be changed later too. */
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
      <Field
        label={text('editor.details')}
        isLong
        value={fields.orderDetails}
        onChange={(orderDetails) => onType({ orderDetails })}
        error={errorAt('orderDetails')}
        anchor="orderDetails"
      />
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
