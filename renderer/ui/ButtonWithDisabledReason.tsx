import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { getTooltipAttributes } from './Tooltip.tsx';

interface ButtonWithReasonProps {
  /** A button without children shows only its icon and needs an `iconLabel`. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** The label of a button that shows only its icon; also its tooltip. */
  readonly iconLabel?: string;
  readonly size?: 'regular' | 'small';
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'loss';
  /** Why the action is unavailable, as text; null if it is available. */
  readonly reason: string | null;
  /** A hint on the action while it is available. */
  readonly hint?: string | undefined;
  /** The key that does the same, in the tooltip of a button that shows only its icon; undefined where there is none. */
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly 'aria-label'?: string;
  /** `submit`: submits the `<form>` element that the button is in, while the action is available. */
  readonly type?: 'button' | 'submit';
  readonly onPress?: () => void;
}

/** A button that says why it is disabled: in a tooltip on hover and focus, and always to screen readers. */
export function ButtonWithDisabledReason({
  reason,
  iconLabel,
  tone = 'plain',
  type = 'button',
  hint,
  shortcut,
  isDisabled = false,
  onPress = () => {},
  ...rest
}: ButtonWithReasonProps) {
  const label = iconLabel === undefined ? {} : { 'aria-label': iconLabel };
  // `aria-disabled` instead of `disabled`: a disabled button cannot be focused, so it could not show the reason.
  const state =
    reason === null
      ? { tone, type, isDisabled, screenReaderDescription: hint, onPress }
      : { tone: 'plain' as const, 'aria-disabled': 'true' as const, screenReaderDescription: reason };
  const tooltip = getTooltipAttributes({
    words: reason ?? iconLabel,
    shortcut: reason === null ? shortcut : undefined,
  });
  return <Button {...rest} {...label} {...state} {...tooltip} />;
}
