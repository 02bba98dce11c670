import { errorSentence } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import type { Asked } from './use-query-result.ts';
import styles from './shared.module.css';

interface AskedProblemProps {
  readonly asked: Pick<Asked<unknown>, 'error' | 'retry'>;
  /** A sentence that says what could not be read. */
  readonly what: string;
}

/** Shows why a query failed and offers to retry. Renders nothing if it succeeded. */
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
