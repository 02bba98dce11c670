import type { PendingChange } from '#contract/outbox.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import {
  formatFieldLabels,
  isCreateChange,
  getOperationLabel,
  listFieldNamesToShow,
} from './pending-labels.ts';

interface DiscardButtonProps {
  readonly change: PendingChange;
  readonly size?: 'regular' | 'small';
  /** Label of the button, if discarding has a more specific name. */
  readonly label?: string;
  readonly onDiscard: () => void;
}

/** Discards an unsent change after a confirmation that says what is lost. */
export function DiscardButton({ change, size = 'small', label, onDiscard }: DiscardButtonProps) {
  const text = useText();
  const fields = listFieldNamesToShow(change);
  return (
    <ButtonWithConfirmation
      isDestructive
      size={size}
      label={label ?? text('pending.discard')}
      question={text('pending.discardQuestion')}
      yes={text('pending.discard')}
      no={text('pending.keepIt')}
      onConfirm={onDiscard}
    >
      {change.label !== '' && (
        <p>
          <bdi>{change.label}</bdi>
        </p>
      )}
      <PatientLine patient={change.patient} />
      <p>
        {fields.length > 0
          ? text('pending.discardLoses', { fields: formatFieldLabels(text, fields) })
          : text('pending.discardLosesAll', { what: getOperationLabel(text, change.operation) })}
      </p>
      {change.mayHaveArrived && <p>{text('pending.discardMayHaveArrived')}</p>}
      {isCreateChange(change) && <p>{text('pending.discardCreate')}</p>}
    </ButtonWithConfirmation>
  );
}
