import { useState, type KeyboardEvent, type ReactNode } from 'react';
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
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (step === null || at === -1 || hasModifier) return;
  event.preventDefault();
  event.stopPropagation();
  buttons.at((at + step) % buttons.length)?.focus();
}

/**
 * Buttons of which one is chosen. The arrow keys move the focus between them, and a press chooses. The Tab key enters the group at the
 * chosen one and leaves it from any.
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
  const [focused, setFocused] = useState<V | null>(null);
  const tabStop = focused !== null && choices.includes(focused) ? focused : chosen;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons has the focus
    <div
      className={joinClasses(className)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={() => setFocused(null)}
    >
      {choices.map((choice) => (
        <PlainButton
          key={choice}
          className={buttonClassName}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an arrow key would choose a native radio button, and read a list
          role="radio"
          aria-checked={choice === chosen}
          excludeFromTabOrder={choice !== tabStop}
          onFocus={() => setFocused(choice)}
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
