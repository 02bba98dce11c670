import type { Requisition } from '#contract/requisitions.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList } from '#renderer/ui/Section.tsx';
import styles from './record-view.module.css';

/** What changed in the result since it was reviewed. Renders nothing if nothing did. */
export function ResultChangeSection({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { resultChange: change, requisitionResult } = record;
  if (change === null) return null;
  const renderResult = (id: string | null) =>
    id === null ? (
      <span className="muted">{text('requisition.resultChange.none')}</span>
    ) : (
      <IdValue id={id} />
    );
  return (
    <section className={styles.resultChange} role="note" aria-label={text('requisition.resultChanged')}>
      <p className={styles.resultChanged}>{text('requisition.resultChange.title')}</p>
      <LabelledValueList>
        {change.reviewedAt !== null && (
          <LabelledValue label={text('requisition.resultChange.reviewed')}>
            <DateTime at={change.reviewedAt} />
          </LabelledValue>
        )}
        {change.receivedAt !== null && (
          <LabelledValue label={text('requisition.resultChange.received')}>
            <DateTime at={change.receivedAt} />
          </LabelledValue>
        )}
        {change.isAnotherResult && (
          <>
            <LabelledValue label={text('requisition.resultChange.before')}>
              {renderResult(change.reviewedResult)}
            </LabelledValue>
            <LabelledValue label={text('requisition.resultChange.now')}>
              {renderResult(requisitionResult)}
            </LabelledValue>
          </>
        )}
      </LabelledValueList>
    </section>
  );
}
