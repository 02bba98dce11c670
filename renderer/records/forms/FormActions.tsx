import { Pencil, UserPlus } from 'lucide-react';
import { formState, type Form } from '#contract/form.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ReasonButton } from '#renderer/ui/ReasonButton.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { FollowUpButton } from '../FollowUpButton.tsx';
import { useRecordWrites } from '../record-writes.ts';
import { DeleteFormDialog } from './DeleteForm.tsx';
import { PublishDialog } from './PublishForm.tsx';
import { formWaiting, goneReason, type FormWaiting } from './waiting.ts';

interface FormActionsProps {
  readonly form: Form;
}

/** Why there is nothing to publish, in words; null where there is. An unsent change of the form is something. */
function nothingToPublish(text: Text, form: Form, { changes, publish }: FormWaiting): string | null {
  const isNothing = formState(form) === 'published' && changes === 0 && publish === null;
  return isNothing ? text('formEditor.publish.nothing') : null;
}

/** What can be done with a form, the primary first. What cannot be done now says why. */
export function FormActions({ form }: FormActionsProps) {
  const text = useText();
  const { formEditor } = useStores();
  const waiting = formWaiting(useRecordWrites());
  const gone = goneReason(waiting.deletion);
  const reason = gone === null ? null : text(`formEditor.${gone}`);
  return (
    <>
      <PublishDialog form={form} waiting={waiting} reason={reason ?? nothingToPublish(text, form, waiting)} />
      <ReasonButton
        size="small"
        icon={<Icon of={Pencil} size={14} />}
        reason={reason}
        onPress={() => void formEditor.edit(form.id)}
      >
        {text('formEditor.edit')}
      </ReasonButton>
      <ReasonButton
        size="small"
        icon={<Icon of={UserPlus} size={14} />}
        reason={reason}
        onPress={() => void formEditor.open('ask', form.id)}
      >
        {text('formEditor.ask')}
      </ReasonButton>
      <DeleteFormDialog form={form} waiting={waiting} />
      <FollowUpButton kind="form" id={form.id} />
      <CopyButton label={text('record.copyId')} value={form.id} />
    </>
  );
}
