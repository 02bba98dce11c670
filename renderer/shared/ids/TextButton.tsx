import { PlainButton, type ButtonBehaviour } from '#renderer/ui/PlainButton.tsx';
import styles from './ids.module.css';

interface TextButtonProps extends ButtonBehaviour {
  /** `block`: as wide as its words at most, cut where there is no room; `strong` besides that in a heavier weight. */
  readonly look?: 'inline' | 'block' | 'strong';
}

/** A name or an id inside a text that opens something. It has a dotted underline. */
export function TextButton({ look = 'inline', ...rest }: TextButtonProps) {
  return <PlainButton {...rest} className={styles.idButton} data-look={look} />;
}
