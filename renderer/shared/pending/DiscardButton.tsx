import type { PendingOperation } from '#contract/outbox.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { formatFieldLabels, isCreate, getOperationLabel, listFieldNamesToShow } from './pending-labels.ts';

interface DiscardButtonProps {
  readonly write: PendingOperation;
  readonly size?: 'regular' | 'small';
  /** Label of the button, if discarding has a more specific name. */
  readonly label?: string;
  readonly onDiscard: () => void;
}

/** Discards an unsent change after a confirmation that says what is lost. */
export function DiscardButton({ write, size = 'small', label, onDiscard }: DiscardButtonProps) {
  const text = useText();
  const fields = listFieldNamesToShow(write);
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
      {write.label !== '' && (
        <p>
          <bdi>{write.label}</bdi>
        </p>
      )}
      <PatientLine patient={write.patient} />
      <p>
        {fields.length > 0
          ? text('pending.discardLoses', { fields: formatFieldLabels(text, fields) })
          : text('pending.discardLosesAll', { what: getOperationLabel(text, write.operation) })}
      </p>
      {write.mayHaveArrived && <p>{text('pending.discardMayHaveArrived')}</p>}
      {isCreate(write) && <p>{text('pending.discardCreate')}</p>}
    </ButtonWithConfirmation>
  );
}
