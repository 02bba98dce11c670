import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import './radio-group.css';

interface RadioGroupProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** A choice of one among a few visible options. */
export function RadioGroup<V extends string>({ label, options, value, onChange }: RadioGroupProps<V>) {
  return (
    <AriaRadioGroup
      className="choice"
      value={value}
      onChange={(next) => {
        const option = options.find((each) => each.value === next);
        if (option !== undefined) onChange(option.value);
      }}
    >
      <Label className="field-label">{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="choice-option">
            <span className="choice-dot" aria-hidden="true" />
            {option.label}
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  );
}
