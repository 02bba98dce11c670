import { LONG_TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { IdField } from '#renderer/shared/editing/IdPicker.tsx';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { RequisitionProblem } from '#renderer/state/requisitions/draft-validation.ts';
import type { RequisitionDraftFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { useText } from '#renderer/text/text.ts';
import { DateField } from '#renderer/ui/DateField.tsx';
import { getTextFieldProps, Field } from '#renderer/ui/Field.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { CodedEntryRows } from './CodedEntryRows.tsx';
import { FurtherTests } from './FurtherTests.tsx';
import { TemplatesMenu } from './TemplatesMenu.tsx';
import { TestNameField } from './TestNameField.tsx';
import styles from '#renderer/ui/Field.module.css';

/** Properties common to all sections of the editor. */
export interface RequisitionFieldsProps {
  readonly fields: RequisitionDraftFields;
  readonly onType: (typed: Partial<RequisitionDraftFields>) => void;
  /** Returns the error message of a field, if it has one. */
  readonly errorAt: (place: RequisitionProblem['at']) => string | undefined;
}

/** Fields of a requested review: reviewer and deadline. */
export function ReviewRequestFields({
  isRequired,
  ...props
}: RequisitionFieldsProps & { readonly isRequired: boolean }) {
  const { deadline } = props.fields;
  const text = useText();
  const { zone } = useDateFormat();
  return (
    <>
      <IdField
        label={text('editor.reviewer')}
        family="user"
        as="provider"
        {...getTextFieldProps('reviewer', props)}
        isRequired={isRequired}
      />
      <DateField
        label={text('editor.deadline')}
        help={text(deadline === '' ? 'editor.deadlineHelpNone' : 'editor.deadlineHelp', { zone })}
        {...getTextFieldProps('deadline', props)}
        reportsIncomplete
      />
    </>
  );
}

/** Fields of a new requisition; the required ones come first (service's document, section 4.2). */
export function NewRequisitionFields(props: RequisitionFieldsProps) {
  const text = useText();
  const { fields, onType } = props;
  return (
    <>
      <p className={styles.fieldHelp}>{text('editor.needed')}</p>
      <TemplatesMenu fields={fields} />
      <IdField
        label={text('editor.patient')}
        help={text('editor.patientHelp')}
        family="user"
        as="patient"
        {...getTextFieldProps('patient', props)}
        isRequired
      />
      <RadioGroup
        label={text('editor.type')}
        options={REQUISITION_TYPES.map((value) => ({ value, label: text(`requisition.type.${value}`) }))}
        value={fields.type}
        onChange={(type) => onType({ type })}
      />
      <RequisitionFields {...props} isRequired />
      <Section level={2} title={text('editor.reviewSection')}>
        <p className={styles.fieldHelp}>{text('editor.reviewLead')}</p>
        <ReviewRequestFields {...props} isRequired={false} />
      </Section>
    </>
  );
}

/** The fields of a requisition that can also be changed later. */
export function RequisitionFields({
  isRequired,
  ...props
}: RequisitionFieldsProps & { readonly isRequired: boolean }) {
  const { fields, onType, errorAt } = props;
  const text = useText();
  return (
    <>
      <IdField
        label={text('editor.provider')}
        family="user"
        as="provider"
        {...getTextFieldProps('orderingProvider', props)}
        isRequired={isRequired}
      />
      <TestNameField
        label={text('editor.name')}
        help={text('editor.nameHelp')}
        {...getTextFieldProps('name', props)}
        onChoose={({ type }) => {
          // The type of a record cannot be changed (section 4.2).
          if (isRequired) onType({ type });
        }}
      />
      {isRequired && (
        <FurtherTests
          tests={fields.furtherTests}
          error={errorAt('furtherTests')}
          getError={(index) => errorAt(`furtherTests.${index}`)}
          onChange={(furtherTests) => onType({ furtherTests })}
        />
      )}
      <IdField
        label={text('editor.facility')}
        help={text('editor.facilityHelp')}
        family="facility"
        {...getTextFieldProps('serviceFacility', props)}
      />
      {(['diagnoses', 'scripts'] as const).map((kind) => (
        <CodedEntryRows
          key={kind}
          kind={kind}
          parts={fields[kind]}
          onChange={(parts) => onType({ [kind]: parts })}
          getError={(index) => errorAt(`${kind}.${index}`)}
          error={errorAt(kind)}
        />
      ))}
      {LONG_TEXT_FIELDS.map(({ name, wire }) => (
        <Field key={name} label={text(`field.${wire}`)} isLong {...getTextFieldProps(name, props)} />
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
