import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import type { QueryState } from './use-query-result.ts';
import styles from './shared.module.css';

interface QueryErrorProps {
  readonly query: Pick<QueryState<unknown>, 'error' | 'retry'>;
  /** A sentence that says what could not be read. */
  readonly sentence: string;
}

/** Shows why a query failed and offers to retry. Renders nothing if it succeeded. */
export function QueryError({ query: { error, retry }, sentence }: QueryErrorProps) {
  const text = useText();
  if (error === null) return null;
  return (
    <div className={styles.askedProblem} role="alert">
      <p>
        {sentence} {getErrorSentence(error)}
      </p>
      <Button size="small" onPress={retry}>
        {text('list.tryAgain')}
      </Button>
    </div>
  );
}
