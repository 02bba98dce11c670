import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { getTooltipAttributes } from './Tooltip.tsx';

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

/** A button whose tooltip says its effect and its key, on hover and on focus. */
export function ButtonWithHint({ hint, name, shortcut, ...button }: ButtonWithHintProps) {
  const words = [name, hint ?? button['aria-label']].filter((part) => part !== undefined).join(' ');
  return <Button {...button} {...getTooltipAttributes({ words, shortcut })} screenReaderDescription={hint} />;
}
