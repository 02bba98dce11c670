import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/Choice.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import type { FormFieldsProps } from './fields-props.ts';

/** What a form is called and what it is about; of one that is there, whether its latest version is ahead of what patients see. */
export function FormTexts({ open, onType, errorAt }: FormFieldsProps) {
  const text = useText();
  const { fields, purpose } = open;
  const isNew = purpose === 'create';
  return (
    <>
      {isNew && <p className="field-help">{text('formEditor.needed')}</p>}
      <Field
        label={text('formEditor.name')}
        value={fields.name}
        onChange={(name) => onType({ name })}
        error={errorAt('name')}
        isRequired
        anchor="name"
      />
      <Field
        label={text('formEditor.description')}
        help={text('formEditor.descriptionHelp')}
        isLong
        value={fields.description}
        onChange={(description) => onType({ description })}
        error={errorAt('description')}
        anchor="description"
      />
      {!isNew && (
        <RadioGroup
          label={text('formEditor.unpublished')}
          options={[
            { value: 'no', label: text('formEditor.unpublishedNo') },
            { value: 'yes', label: text('formEditor.unpublishedYes') },
          ]}
          value={fields.hasUnpublished ? 'yes' : 'no'}
          onChange={(value) => onType({ hasUnpublished: value === 'yes' })}
        />
      )}
    </>
  );
}
