import { Pencil, UserPlus, Plus } from 'lucide-react';
import { getFormState, type Form } from '#contract/forms.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ButtonWithReason } from '#renderer/ui/ButtonWithReason.tsx';
import { useRecordWrites } from '../pending/PendingBadge.tsx';
import { CopyButton } from '../record/CopyButton.tsx';
import { ActionGroup } from '../record/RecordHeader.tsx';
import { FollowUpButton } from '../record/FollowUp.tsx';
import { DeleteFormButton } from './DeleteFormButton.tsx';
import { PublishFormButton } from './PublishFormButton.tsx';
import { groupFormWrites, getFormGoneReason, type FormWrites } from './pending-form.ts';

interface FormActionsProps {
  readonly form: Form;
}

/**
 * Why there is nothing to publish, as text; null if there is. An unsent change of the form counts as
 * something to publish.
 */
function explainNothingToPublish(
  text: TextFunction,
  form: Form,
  { changes, publish }: FormWrites,
): string | null {
  const isNothing = getFormState(form) === 'published' && changes === 0 && publish === null;
  return isNothing ? text('formEditor.publish.nothing') : null;
}

/** The actions for a form, the primary one first. An unavailable action is disabled and says why. */
export function FormActions({ form }: FormActionsProps) {
  const text = useText();
  const { formEditor } = useStores();
  const formWrites = groupFormWrites(useRecordWrites());
  const gone = getFormGoneReason(formWrites.deletion);
  const reason = gone === null ? null : text(`formEditor.${gone}`);
  return (
    <>
      <ActionGroup>
        <PublishFormButton
          form={form}
          formWrites={formWrites}
          reason={reason ?? explainNothingToPublish(text, form, formWrites)}
        />
        <ButtonWithReason
          size="small"
          icon={<Icon of={UserPlus} size={14} />}
          reason={reason}
          onPress={() => void formEditor.open('ask', form.id)}
        >
          {text('formEditor.ask')}
        </ButtonWithReason>
      </ActionGroup>
      <ActionGroup>
        <ButtonWithReason
          size="small"
          icon={<Icon of={Pencil} size={14} />}
          reason={reason}
          onPress={() => void formEditor.edit(form.id)}
        >
          {text('formEditor.edit')}
        </ButtonWithReason>
        <DeleteFormButton form={form} formWrites={formWrites} />
      </ActionGroup>
      <ActionGroup>
        <FollowUpButton kind="form" id={form.id} />
        <CopyButton label={text('record.copyId')} value={form.id} />
      </ActionGroup>
    </>
  );
}

/** Button that opens the editor for a new form. */
export function NewFormButton() {
  const text = useText();
  const { formEditor } = useStores();
  return (
    <Button icon={<Icon of={Plus} />} onPress={() => void formEditor.create()}>
      <span>{text('formEditor.new')}</span>
    </Button>
  );
}
