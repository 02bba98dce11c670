import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import './chip.css';

interface ChipGroupProps<V extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: V; readonly label: string; readonly icon?: ReactNode }[];
  readonly chosen: V | null;
  /** Null when the chosen one was let go. */
  readonly onChoose: (value: V | null) => void;
}

/** Filters of which one or none holds. */
export function ChipGroup<V extends string>({ label, choices, chosen, onChoose }: ChipGroupProps<V>) {
  return (
    <ToggleButtonGroup
      className="chip-group"
      aria-label={label}
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => onChoose(choices.find(({ value }) => keys.has(value))?.value ?? null)}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.value} id={choice.value} className="chip">
          {choice.icon}
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
