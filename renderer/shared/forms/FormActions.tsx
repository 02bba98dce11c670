import { Pencil, UserPlus, Plus } from 'lucide-react';
import { getFormPublicationState, type Form } from '#contract/forms.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { useGetCommandKeyLabel } from '../use-key-label.ts';
import { useProvidedUnsentChanges } from '../pending/PendingBadge.tsx';
import { CopyButton } from '../record/CopyButton.tsx';
import { PrintRecordButton } from '../record/PrintRecordButton.tsx';
import { ActionGroup } from '../record/RecordHeader.tsx';
import { FollowUpButton } from '../record/FollowUp.tsx';
import { DeleteFormButton } from './DeleteFormButton.tsx';
import { PublishFormButton } from './PublishFormButton.tsx';
import {
  findPendingPublishAndDeletion,
  getFormDeletionReasonKey,
  type PendingFormChanges,
} from './pending-form.ts';

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
  { changes, publish }: PendingFormChanges,
): string | null {
  const isNothing = getFormPublicationState(form) === 'published' && changes === 0 && publish === null;
  return isNothing ? text('formEditor.publish.nothing') : null;
}

/** The actions for a form, the primary one first. An unavailable action is disabled and says why. */
export function FormActions({ form }: FormActionsProps) {
  const text = useText();
  const { formEditor } = useStores();
  const pendingFormChanges = findPendingPublishAndDeletion(useProvidedUnsentChanges());
  const gone = getFormDeletionReasonKey(pendingFormChanges.deletion);
  const reason = gone === null ? null : text(`formEditor.${gone}`);
  return (
    <>
      <ActionGroup>
        <PublishFormButton
          form={form}
          pendingFormChanges={pendingFormChanges}
          reason={reason ?? explainNothingToPublish(text, form, pendingFormChanges)}
        />
        <ButtonWithDisabledReason
          size="small"
          icon={<Icon shape={UserPlus} size={14} />}
          reason={reason}
          onPress={() => void formEditor.open('ask', form.id)}
        >
          {text('formEditor.ask')}
        </ButtonWithDisabledReason>
      </ActionGroup>
      <ActionGroup>
        <ButtonWithDisabledReason
          size="small"
          icon={<Icon shape={Pencil} size={14} />}
          reason={reason}
          onPress={() => void formEditor.edit(form.id)}
        >
          {text('formEditor.edit')}
        </ButtonWithDisabledReason>
        <DeleteFormButton form={form} pendingFormChanges={pendingFormChanges} />
      </ActionGroup>
      <ActionGroup>
        <FollowUpButton kind="form" id={form.id} name={form.name} />
        <PrintRecordButton id={form.id} />
        <CopyButton label={text('record.copyId')} value={form.id} />
      </ActionGroup>
    </>
  );
}

/** Button that opens the editor for a new form. */
export function NewFormButton() {
  const text = useText();
  const { formEditor } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return (
    <ButtonWithHint
      icon={<Icon shape={Plus} />}
      name={text('formEditor.new')}
      shortcut={keyLabel('record.new')}
      onPress={() => void formEditor.create()}
    >
      <span>{text('formEditor.new')}</span>
    </ButtonWithHint>
  );
}
