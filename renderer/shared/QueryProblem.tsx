import { errorSentence } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import type { Asked } from './use-query-result.ts';
import styles from './shared.module.css';

interface AskedProblemProps {
  readonly asked: Pick<Asked<unknown>, 'error' | 'retry'>;
  /** What could not be read, as a sentence. */
  readonly what: string;
}

/** Says that something could not be read, why, and offers to try again. Nothing where it could. */
export function AskedProblem({ asked: { error, retry }, what }: AskedProblemProps) {
  const text = useText();
  if (error === null) return null;
  return (
    <div className={styles.askedProblem} role="alert">
      <p>
        {what} {errorSentence(error)}
      </p>
      <Button size="small" onPress={retry}>
        {text('list.tryAgain')}
      </Button>
    </div>
  );
}
