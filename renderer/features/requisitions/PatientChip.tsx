import { useState, type FormEvent } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { isId } from '#contract/ids.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';

interface PatientChipProps {
  readonly patient: string | null;
  readonly onChoose: (patient: string | null) => void;
}

/** The filter for one patient: opens a line for the id, and shows its end once chosen. */
export function PatientChip({ patient, onChoose }: PatientChipProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <ToggleButton className="chip" isSelected={patient !== null}>
        {text('filter.patient')} {patient !== null && <IdText id={patient} show="end" />}
      </ToggleButton>
      <Popover className="popover" placement="bottom start" offset={6}>
        <Dialog className="popover-body" aria-label={text('filter.patient')}>
          <PatientForm
            patient={patient}
            onChoose={(chosen) => {
              onChoose(chosen);
              setOpen(false);
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function PatientForm({ patient, onChoose }: PatientChipProps) {
  const text = useText();
  const [typed, setTyped] = useState(patient ?? '');
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const id = typed.trim();
    if (isId('user', id)) onChoose(id);
    else setWrong(true);
  }

  return (
    <form className="patient-form" onSubmit={submit} noValidate>
      <Field
        label={text('filter.patientId')}
        help={text('filter.patientHelp')}
        error={isWrong ? text('filter.patientWrong') : undefined}
        value={typed}
        onChange={setTyped}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened this line
        autoFocus
      />
      <div className="form-actions">
        <Button tone="primary" type="submit">
          {text('filter.patientApply')}
        </Button>
        {patient !== null && (
          <Button tone="quiet" onPress={() => onChoose(null)}>
            {text('filter.patientClear')}
          </Button>
        )}
      </div>
    </form>
  );
}
