import { useContext, useState } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
  type TooltipProps as AriaTooltipProps,
  type TooltipTriggerComponentProps,
} from 'react-aria-components/Tooltip';
import { joinClasses } from './join-classes.ts';
import styles from './Overlay.module.css';

/** The landmark of what opens over the page; a test has none. */
export function getOverlays(): Element {
  return document.querySelector('#overlays') ?? document.body;
}

interface TooltipProps extends Omit<AriaTooltipProps, 'className' | 'style'> {
  /** `small` for a reason in a few words, `large` for a text of any length. */
  readonly size?: 'small' | 'large';
  /** `narrow`: only in a window too narrow for the words beside it. */
  readonly only?: 'narrow' | undefined;
}

/**
 * A text that is shown on hover and on focus. It is removed as it closes: that of React Aria, where another one has replaced it at
 * once, comes back in its closing state and stays.
 */
export function Tooltip({ size = 'small', only, ...rest }: TooltipProps) {
  const isOpen = useContext(TooltipTriggerStateContext)?.isOpen ?? false;
  if (!isOpen) return null;
  return (
    <AriaTooltip
      {...rest}
      UNSTABLE_portalContainer={getOverlays()}
      className={joinClasses(styles.tooltip)}
      data-size={size}
      data-only={only}
    />
  );
}

interface OptionalTooltipTriggerProps extends Pick<TooltipTriggerComponentProps, 'delay' | 'children'> {
  readonly isDisabled: boolean;
}

/**
 * A control and its tooltip, which it has at times only. A tooltip that is disabled while it is open closes: that of React Aria
 * stays open, empty, and takes the next Escape.
 */
export function OptionalTooltipTrigger({ isDisabled, ...rest }: OptionalTooltipTriggerProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen && isDisabled) setOpen(false);
  return <TooltipTrigger {...rest} isDisabled={isDisabled} isOpen={isOpen} onOpenChange={setOpen} />;
}
