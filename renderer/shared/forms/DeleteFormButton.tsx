import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '#contract/result.ts';
import type { Form } from '#contract/forms.ts';
import { isLocalId } from '#contract/records.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { isDiscardable } from '../pending/pending-labels.ts';
import type { PendingFormChanges } from './pending-form.ts';

interface DeleteFormButtonProps {
  readonly form: Form;
  readonly pendingFormChanges: PendingFormChanges;
}

/**
 * Deletes a form after a confirmation that names it and what is deleted with it; while the deletion is
 * pending, undoes it.
 */
export function DeleteFormButton({ form, pendingFormChanges }: DeleteFormButtonProps) {
  const text = useText();
  const { formActions, browsers } = useStores();
  if (pendingFormChanges.deletion !== null) return <UndoDeletion deletion={pendingFormChanges.deletion} />;

  async function remove(): Promise<void> {
    const isSafe = await formActions.remove(form);
    // A form that was never sent is deleted with its create, so there is no record left to show.
    if (isSafe && isLocalId(form.id)) browsers.form.close();
  }
  const asked = form.requestCompletionFrom.length;
  const { changes, holdable } = pendingFormChanges;
  const isLocal = isLocalId(form.id);
  return (
    <ButtonWithConfirmation
      isDestructive
      size="small"
      icon={<Icon shape={Trash2} size={14} />}
      label={text('formEditor.delete.button')}
      question={text('formEditor.delete.question')}
      yes={text('formEditor.delete.yes')}
      no={text('formEditor.delete.no')}
      onConfirm={() => void remove()}
    >
      <p>
        <bdi>{form.name || text('form.unnamed')}</bdi>
      </p>
      <p>
        {asked === 0
          ? text('formEditor.delete.askedNone')
          : text('formEditor.delete.asked', { count: asked })}
      </p>
      {isLocal && changes > 0 && <p>{text('formEditor.delete.unsent', { count: changes })}</p>}
      {!isLocal && holdable > 0 && <p>{text('formEditor.delete.held', { count: holdable })}</p>}
      <p>{text(isLocal ? 'formEditor.delete.local' : 'formEditor.delete.service')}</p>
    </ButtonWithConfirmation>
  );
}

function UndoDeletion({ deletion }: { readonly deletion: PendingChange }) {
  const text = useText();
  const { formActions } = useStores();
  const [problem, setProblem] = useState<AppError | null>(null);
  const state = text(`pending.state.${deletion.state}`);
  const icon = <Icon shape={Undo2} size={14} />;
  if (!isDiscardable(deletion))
    return (
      <ButtonWithDisabledReason
        size="small"
        icon={icon}
        reason={text('formEditor.delete.waits', { state })}
        onPress={() => {}}
      >
        {text('formEditor.delete.undo')}
      </ButtonWithDisabledReason>
    );
  const undo = async (): Promise<void> => setProblem(await formActions.undoRemoval(deletion.number));
  return (
    <>
      <Button size="small" icon={icon} onPress={() => void undo()}>
        {text('formEditor.delete.undo')}
      </Button>
      {problem !== null && (
        <p className="error-text" role="alert">
          {text('formEditor.delete.undoFailed')} {getErrorSentence(problem)}
        </p>
      )}
    </>
  );
}
