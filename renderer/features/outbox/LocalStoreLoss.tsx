import { useState } from 'react';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import { formatLocalStoreDamage } from '#renderer/shared/labels.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import styles from './outbox.module.css';

/** Says what was lost with the file of this computer's own data, at each start until the user has dismissed it. */
export function LocalStoreLoss({ local }: { readonly local: LocalStoreHealth }) {
  const text = useText();
  const { health } = useStores();
  const [error, setError] = useState<AppError | null>(null);
  return (
    <div className={styles.activityLocalFile} role="alert">
      <p>{formatLocalStoreDamage(text, local)}</p>
      {error !== null && <p>{getErrorSentence(error)}</p>}
      <Button size="small" onPress={() => void health.dismissLoss().then(setError)}>
        {text('activity.localStore.dismissLoss')}
      </Button>
    </div>
  );
}
