import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import { joinClasses } from './join-classes.ts';
import styles from './Field.module.css';

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
      className={joinClasses(styles.choice)}
      value={value}
      onChange={(next) => {
        const option = options.find((each) => each.value === next);
        if (option !== undefined) onChange(option.value);
      }}
    >
      <Label className={styles.fieldLabel}>{label}</Label>
      <div className={styles.choiceOptions}>
        {options.map((option) => (
          <RadioButton key={option.value} {...option} />
        ))}
      </div>
    </AriaRadioGroup>
  );
}

interface RadioButtonProps {
  readonly value: string;
  readonly label: string;
  /** `flush`: in line with the text above it. */
  readonly spacing?: 'regular' | 'flush';
}

/** One option of a radio group. */
export function RadioButton({ value, label, spacing = 'regular' }: RadioButtonProps) {
  return (
    <Radio value={value} className={joinClasses(styles.choiceOption)} data-spacing={spacing}>
      <span className={styles.choiceDot} aria-hidden="true" />
      {label}
    </Radio>
  );
}
