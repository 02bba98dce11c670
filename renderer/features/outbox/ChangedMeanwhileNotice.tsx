import { getFieldLabel } from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import { parseJsonOrKeepText } from '#renderer/shared/record/values.ts';
import { useText } from '#renderer/text/text.ts';
import type { ChangedMeanwhile } from './rebase-edit.ts';
import styles from './outbox.module.css';

/** Says in an editor that the pending change has changed since it was opened, with the values that it has now. */
export function ChangedMeanwhileNotice({ fields, question }: ChangedMeanwhile) {
  const text = useText();
  return (
    <>
      <p role="alert">
        {text('activity.editor.changed')} {question !== null && text(`activity.question.${question}`)}
      </p>
      {fields.length > 0 && (
        <dl className={styles.writeValues} aria-label={text('activity.editor.savedNow')}>
          {fields.map(({ field, now }) => (
            <div key={field}>
              <dt>{getFieldLabel(text, field)}</dt>
              <dd>
                <span className={styles.disputedWhose}>{text('activity.editor.savedNow')}</span>
                {now === null ? (
                  <p className="muted">{text('activity.editor.noLonger')}</p>
                ) : (
                  <FieldValue field={field} value={parseJsonOrKeepText(now)} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
