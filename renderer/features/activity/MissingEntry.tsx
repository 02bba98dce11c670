import { useEffect, useState, type ReactNode } from 'react';
import type { Output } from '#contract/api.ts';
import { errorSentence } from '#contract/error-text.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import type { Result } from '#contract/result.ts';
import { FieldValue } from '#renderer/records/FieldValue.tsx';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { fieldLabel } from '#renderer/records/pending-words.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { shorten } from '#renderer/ui/format.ts';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { shownFields } from './missing-fields.ts';

interface MissingEntryProps {
  readonly record: MissingRecord;
  readonly actions: ReactNode;
}

const NAME_LENGTH = 200;
const SKELETON_ROWS = 3;
const SKELETON_HEIGHT = 24;

/** What on a record still waits for the user, in words. */
function waitingText(text: Text, { hasOpenReview, reminders, unsentChanges }: MissingRecord): string {
  return [
    ...(hasOpenReview ? [text('missing.review')] : []),
    ...(reminders > 0 ? [text('missing.reminders', { count: reminders })] : []),
    ...(unsentChanges > 0 ? [text('missing.unsent', { count: unsentChanges })] : []),
  ].join(' · ');
}

/** One record that the service no longer returns: what it was, what waits on it, and its last known content. */
export function MissingEntry({ record, actions }: MissingEntryProps) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { kind, id, name, patient, reason, movedAt } = record;
  const [isOpen, setOpen] = useState(false);
  const waits = waitingText(text, record);
  return (
    <div className="missing">
      <div className="missing-head">
        <div className="missing-words">
          <bdi className="missing-name">{shorten(name, NAME_LENGTH) || text(`missing.unnamed.${kind}`)}</bdi>
          <span className="missing-about">
            {text(`missing.reason.${reason}`)}
            {movedAt !== null && ` · ${text('missing.since', { when: asOf(movedAt, now) })}`}
          </span>
          {patient !== '' && (
            <span className="missing-about">
              {text('requisition.patient')} <NamedId id={patient} show="end" />
            </span>
          )}
          {waits !== '' && <span className="missing-waits">{waits}</span>}
        </div>
        <div className="missing-actions">
          {movedAt !== null && (
            <Button size="small" tone="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {text(isOpen ? 'missing.hide' : 'missing.read')}
            </Button>
          )}
          {actions}
        </div>
      </div>
      {isOpen && <Content key={id} record={record} />}
    </div>
  );
}

type Answer = Result<Output<'missing.get'>>;

/** The record as it was last received, marked as such; nothing of one that the user may no longer see. */
function Content({ record: { kind, id } }: { readonly record: MissingRecord }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { calls } = useStores();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void calls['missing.get']({ kind, id }).then((result) => {
      if (isCurrent) setAnswer(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [calls, kind, id]);

  if (answer === null)
    return <Skeleton label={text('missing.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  if (!answer.ok) return <p role="alert">{errorSentence(answer.error)}</p>;
  const { raw, fetchedAt } = answer.value;
  if (raw === null) return <p className="missing-note">{text('missing.hidden')}</p>;
  return (
    <div className="missing-content">
      <p className="missing-note">{text('missing.lastKnown', { when: asOf(fetchedAt, now) })}</p>
      <Facts>
        {shownFields(raw, (at) => asOf(at, now)).map(([field, value]) => (
          <Fact key={field} label={fieldLabel(text, field)}>
            <FieldValue field={field} value={value} />
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
