import { IdField } from '#renderer/records/editing/IdField.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import type { FormProps } from './form-props.ts';

/** Who is asked to review, and until which day. */
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
