import { useEffect, useState } from 'react';
import type { Result } from '#contract/result.ts';
import type { Kind } from '#contract/records.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { indentJson, LongText } from '#renderer/ui/LongText.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './record.module.css';

interface RawResourceTextProps {
  readonly kind: Kind;
  readonly id: string;
}

const SKELETON_ROWS = 3;
const SKELETON_HEIGHT = 32;

/** The raw resource, indented for reading; the copy is unchanged. */
export function RawResourceText({ kind, id }: RawResourceTextProps) {
  const text = useText();
  const { calls } = useStores();
  const [answer, setAnswer] = useState<Result<{ raw: string }> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void calls['records.raw']({ kind, id }).then((result) => {
      if (isCurrent) setAnswer(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [calls, kind, id]);

  if (answer === null)
    return <Skeleton label={text('record.rawLoading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  if (!answer.ok) return <p role="alert">{getErrorSentence(answer.error)}</p>;
  return (
    <div className={styles.rawText}>
      <CopyButton label={text('record.copyRaw')} value={answer.value.raw} />
      <LongText
        isCode
        text={indentJson(answer.value.raw)}
        moreLabel={(count) => text('record.showRest', { count })}
      />
    </div>
  );
}
