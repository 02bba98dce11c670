import { useId, type ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /**
   * `primary` for the one main action of a screen, `plain` for others, `quiet` without a border, `loss` for
   * discarding.
   */
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'loss';
  readonly size?: 'regular' | 'small';
  readonly icon?: ReactNode;
  /** An additional description for screen readers. */
  readonly hint?: string | undefined;
  /** A button without children shows only its icon and needs an `aria-label`. */
  readonly children?: ReactNode;
}

/** A button. Its label names its effect. */
export function Button({ tone = 'plain', size = 'regular', icon, hint, children, ...rest }: ButtonProps) {
  const hintId = useId();
  return (
    <>
      <AriaButton
        {...rest}
        {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
        className="button"
        data-tone={tone}
        data-size={size}
        data-icon-only={children === undefined ? '' : undefined}
      >
        {icon}
        {children}
      </AriaButton>
      {hint !== undefined && (
        <span id={hintId} hidden>
          {hint}
        </span>
      )}
    </>
  );
}
