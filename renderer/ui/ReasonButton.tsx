import type { ReactNode } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from './Button.tsx';
import { Tooltip } from './Overlay.tsx';

interface ReasonButtonProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly size?: 'regular' | 'small';
  readonly tone?: 'primary' | 'plain' | 'quiet';
  /** Why it cannot be done now, in words; null where it can. */
  readonly reason: string | null;
  readonly onPress: () => void;
}

const DELAY_MS = 300;

/** A button that says why it cannot be pressed: to the eye on hover and on focus, to a screen reader always. */
export function ReasonButton({ reason, onPress, ...rest }: ReasonButtonProps) {
  if (reason === null) return <Button {...rest} onPress={onPress} />;
  return (
    <TooltipTrigger delay={DELAY_MS}>
      {/* It can still be reached: what is disabled outright takes no focus, and could not say why. */}
      <Button {...rest} tone="plain" aria-disabled="true" hint={reason} />
      <Tooltip offset={6}>{reason}</Tooltip>
    </TooltipTrigger>
  );
}
