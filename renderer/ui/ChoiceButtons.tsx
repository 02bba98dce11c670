import type { KeyboardEvent, ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import { PlainButton } from './PlainButton.tsx';

interface ChoiceButtonsProps<V extends string> {
  /** What is chosen by them. */
  readonly label: string;
  readonly choices: readonly V[];
  readonly chosen: V;
  readonly onChoose: (choice: V) => void;
  readonly render: (choice: V) => ReactNode;
  readonly className: string | undefined;
  readonly buttonClassName: string | undefined;
}

/** Returns how far a key moves the focus in a group; null for keys that do not. */
function getStep(key: string, group: HTMLElement): number | null {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  return (key === 'ArrowRight') === group.matches(':dir(rtl)') ? -1 : 1;
}

/** Moves the focus to the button beside the one that has it, around the end of the group. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const group = event.currentTarget;
  const step = getStep(event.key, group);
  const buttons = [...group.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (step === null || at === -1) return;
  event.preventDefault();
  event.stopPropagation();
  buttons.at((at + step) % buttons.length)?.focus();
}

/**
 * Buttons of which one is chosen. The Tab key stops at the chosen one, the arrow keys move the focus between them, and a press
 * chooses.
 */
export function ChoiceButtons<V extends string>({
  label,
  choices,
  chosen,
  onChoose,
  render,
  className,
  buttonClassName,
}: ChoiceButtonsProps<V>) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons has the focus
    <div className={joinClasses(className)} role="radiogroup" aria-label={label} onKeyDown={moveFocus}>
      {choices.map((choice) => (
        <PlainButton
          key={choice}
          className={buttonClassName}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an arrow key would choose a native radio button, and read a list
          role="radio"
          aria-checked={choice === chosen}
          excludeFromTabOrder={choice !== chosen}
          onPress={() => {
            if (choice !== chosen) onChoose(choice);
          }}
        >
          {render(choice)}
        </PlainButton>
      ))}
    </div>
  );
}
