import type { Candidate } from '#contract/outbox.ts';
import { FieldValue } from '#renderer/records/FieldValue.tsx';
import { fieldLabel } from '#renderer/records/pending-words.ts';
import { parsedValue } from '#renderer/records/values.ts';
import { useText } from '#renderer/text/text.ts';

/** In which fields a record on the server differs from what was entered here, with both values. */
export function Differences({ differences }: Pick<Candidate, 'differences'>) {
  const text = useText();
  if (differences.length === 0) return <p className="absent">{text('activity.differsNot')}</p>;
  return (
    <dl className="write-values" aria-label={text('activity.differs')}>
      {differences.map(({ field, mine, theirs }) => (
        <div key={field}>
          <dt>{fieldLabel(text, field)}</dt>
          <dd>
            <span className="disputed-whose">{text('activity.mine')}</span>
            <FieldValue field={field} value={parsedValue(mine)} />
            <div className="write-theirs">
              <span className="disputed-whose">{text('activity.theirs')}</span>
              <FieldValue field={field} value={theirs === null ? null : parsedValue(theirs)} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
