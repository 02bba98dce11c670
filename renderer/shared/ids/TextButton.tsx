import { Button, type ButtonProps } from 'react-aria-components/Button';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './ids.module.css';

interface TextButtonProps extends Omit<ButtonProps, 'className' | 'style'> {
  /** `block`: as wide as its words at most, cut where there is no room; `strong` besides that in a heavier weight. */
  readonly look?: 'inline' | 'block' | 'strong';
}

/** A name or an id inside a text that opens something. It has a dotted underline. */
export function TextButton({ look = 'inline', ...rest }: TextButtonProps) {
  return <Button {...rest} className={joinClasses(styles.idButton)} data-look={look} />;
}
