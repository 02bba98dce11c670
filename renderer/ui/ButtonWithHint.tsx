import type { ReactNode } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

interface ButtonWithHintProps {
  /** A button without children shows only its icon; its `aria-label` is then in the tooltip too. */
  readonly children?: ReactNode;
  readonly 'aria-label'?: string;
  readonly icon?: ReactNode;
  readonly size?: 'regular' | 'small' | 'tiny';
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'bar';
  /** What pressing it does, beyond its label. */
  readonly hint?: string;
  /** Its name, for the tooltip of a button whose words are hidden where there is no room for them. */
  readonly name?: string;
  /** The key that does the same; undefined where there is none. */
  readonly shortcut?: string | undefined;
  /** `submit`: submits the `<form>` element that the button is in. */
  readonly type?: 'button' | 'submit';
  readonly isPending?: boolean;
  readonly onPress?: () => void;
}

const TOOLTIP_DELAY_MS = 500;

/** A button whose tooltip says its effect and its key, on hover and on focus. */
export function ButtonWithHint({ hint, name, shortcut, ...button }: ButtonWithHintProps) {
  const label = button['aria-label'];
  if ([hint, shortcut, label, name].every((part) => part === undefined)) return <Button {...button} />;
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY_MS}>
      <Button
        {...button}
        // The palette reads it. Screen readers read the tooltip: the button of React Aria lets no `aria-keyshortcuts` through.
        data-key={shortcut}
        screenReaderDescription={hint}
      />
      <Tooltip offset={6}>
        {/* Screen readers have said it as the name of the button. */}
        {name !== undefined && <span aria-hidden="true">{name} </span>}
        {hint ?? label} {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
