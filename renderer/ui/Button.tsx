import type { ReactNode } from 'react';
import { PlainButton, type ButtonBehaviour } from './PlainButton.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonBehaviour {
  /**
   * `primary` for the one main action of a screen, `plain` for others, `quiet` without a border, `loss` for
   * discarding, `accent` without a border in the accent colour, `link` as a part of a text, `bar` in the colour of the bar around it.
   */
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'loss' | 'accent' | 'link' | 'bar';
  readonly size?: 'regular' | 'small' | 'tiny';
  readonly icon?: ReactNode;
}

/** The button of the design system. Its label names its effect. Without children it shows its icon alone, and needs an `aria-label`. */
export function Button({ tone = 'plain', size = 'regular', icon, children, ...rest }: ButtonProps) {
  return (
    <PlainButton
      {...rest}
      className={styles.button}
      data-tone={tone}
      data-size={size}
      data-icon-only={children === undefined ? '' : undefined}
    >
      {icon}
      {children}
    </PlainButton>
  );
}

interface IconToggleProps extends Omit<ButtonBehaviour, 'children' | 'onPress'> {
  readonly icon: ReactNode;
  readonly isSelected: boolean;
  readonly onChange?: ((isSelected: boolean) => void) | undefined;
}

/** An icon that is filled while it is on. It needs an `aria-label`. */
export function IconToggle({ icon, isSelected, onChange, ...rest }: IconToggleProps) {
  return (
    <PlainButton
      {...rest}
      className={styles.button}
      data-tone="toggle"
      data-icon-only=""
      aria-pressed={isSelected}
      onPress={() => onChange?.(!isSelected)}
    >
      {icon}
    </PlainButton>
  );
}
