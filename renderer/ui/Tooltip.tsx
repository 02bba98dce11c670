import { Tooltip as AriaTooltip, type TooltipProps as AriaTooltipProps } from 'react-aria-components/Tooltip';
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

/** A text that is shown on hover and on focus. */
export function Tooltip({ size = 'small', only, ...rest }: TooltipProps) {
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
