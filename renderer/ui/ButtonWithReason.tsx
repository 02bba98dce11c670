import type { ReactNode } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from './Button.tsx';
import { Tooltip } from './Overlay.tsx';

interface ButtonWithReasonProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly size?: 'regular' | 'small';
  readonly tone?: 'primary' | 'plain' | 'quiet';
  /** Why the action is unavailable, as text; null if it is available. */
  readonly reason: string | null;
  /** A hint on the action while it is available. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

const TOOLTIP_DELAY_MS = 300;

/** A button that says why it is disabled: in a tooltip on hover and focus, and always to screen readers. */
export function ButtonWithReason({ reason, onPress, ...rest }: ButtonWithReasonProps) {
  if (reason === null) return <Button {...rest} onPress={onPress} />;
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY_MS}>
      {/*
       * `aria-disabled` instead of `disabled`: a disabled button cannot be focused, so it could not show the
       * reason.
       */}
      <Button {...rest} tone="plain" isDisabled={false} aria-disabled="true" hint={reason} />
      <Tooltip offset={6}>{reason}</Tooltip>
    </TooltipTrigger>
  );
}
