import { useId, type ReactNode, type Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import {
  ToggleButton as AriaToggleButton,
  type ToggleButtonProps as AriaToggleButtonProps,
} from 'react-aria-components/ToggleButton';
import { joinClasses } from './join-classes.ts';
import styles from './Button.module.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /**
   * `primary` for the one main action of a screen, `plain` for others, `quiet` without a border, `loss` for
   * discarding, `accent` without a border in the accent colour, `link` as a part of a text, `bar` in the colour of the bar around it.
   */
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'loss' | 'accent' | 'link' | 'bar';
  readonly size?: 'regular' | 'small' | 'tiny';
  readonly icon?: ReactNode;
  /** What a screen reader says after the label; it is not on the screen. */
  readonly screenReaderDescription?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  /** A button without children shows only its icon and needs an `aria-label`. */
  readonly children?: ReactNode;
}

/** The button of the design system. Its label names its effect. */
export function Button({
  tone = 'plain',
  size = 'regular',
  icon,
  screenReaderDescription,
  children,
  ...rest
}: ButtonProps) {
  const descriptionId = useId();
  return (
    <>
      <AriaButton
        {...rest}
        {...(screenReaderDescription === undefined ? {} : { 'aria-describedby': descriptionId })}
        className={joinClasses(styles.button)}
        data-tone={tone}
        data-size={size}
        data-icon-only={children === undefined ? '' : undefined}
      >
        {icon}
        {children}
      </AriaButton>
      {screenReaderDescription !== undefined && (
        <span id={descriptionId} hidden>
          {screenReaderDescription}
        </span>
      )}
    </>
  );
}

interface IconToggleProps extends Omit<AriaToggleButtonProps, 'className' | 'children' | 'style'> {
  readonly icon: ReactNode;
}

/** An icon that is filled while it is on. It needs an `aria-label`. */
export function IconToggle({ icon, ...rest }: IconToggleProps) {
  return (
    <AriaToggleButton {...rest} className={joinClasses(styles.button)} data-tone="toggle" data-icon-only="">
      {icon}
    </AriaToggleButton>
  );
}
