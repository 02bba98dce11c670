import type { AppError } from '#contract/result.ts';
import { useStore } from 'zustand';
import type { MatchCandidate, PendingChange } from '#contract/outbox.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { getFieldLabel } from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { parseJsonOrKeepText } from '#renderer/shared/record/values.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import type { ActionRunner } from '#renderer/shared/use-action.ts';
import styles from './outbox.module.css';

/** The fields in which a record on the server differs from the user's input, with both values. */
function Differences({ differences }: Pick<MatchCandidate, 'differences'>) {
  const text = useText();
  if (differences.length === 0) return <p className="muted">{text('activity.differsNot')}</p>;
  return (
    <dl className={styles.writeValues} aria-label={text('activity.differs')}>
      {differences.map(({ field, mine, theirs }) => (
        <div key={field}>
          <dt>{getFieldLabel(text, field)}</dt>
          <dd>
            <span className={styles.disputedWhose}>{text('activity.mine')}</span>
            <FieldValue field={field} value={parseJsonOrKeepText(mine)} />
            <div className={styles.writeTheirs}>
              <span className={styles.disputedWhose}>{text('activity.theirs')}</span>
              <FieldValue field={field} value={theirs === null ? null : parseJsonOrKeepText(theirs)} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CreatedRecordCandidatesProps {
  readonly change: PendingChange;
  readonly actionState: ActionRunner<AppError>;
}

/** Records of the service that a create with a lost response may have made. The user chooses which one it was. */
export function CreatedRecordCandidates({ change, actionState }: CreatedRecordCandidatesProps) {
  const text = useText();
  const { outbox } = useStores();
  const openRecord = useGoToRecord();
  if (change.candidates.length === 0) return null;
  const { kind } = change;

  const renderChoice = ({ id }: MatchCandidate) => (
    <div className={styles.writeActions}>
      <Button
        size="small"
        isPending={actionState.isBusy}
        onPress={() => actionState.act(() => outbox.resolve(change, { take: 'found', id }))}
      >
        {text('activity.isThisOne')}
      </Button>
      <Button size="small" tone="quiet" onPress={() => openRecord(kind, id)}>
        {text('activity.openRecord')}
      </Button>
    </div>
  );
  return (
    <div className={styles.candidates}>
      <p className={styles.writeHint}>{text('activity.evidence.caption')}</p>
      <ul className={styles.candidateList}>
        {change.candidates.map((candidate) => (
          <li key={candidate.id} className={styles.candidate}>
            <p>
              <bdi className={styles.candidateName}>{candidate.name}</bdi> <IdValue id={candidate.id} />
            </p>
            <p className={styles.writeHint}>
              {text('activity.evidence.by')} <Creator id={candidate.createdBy} /> ·{' '}
              {text('activity.evidence.at')} <DateTime at={candidate.createdAt} />
            </p>
            <Differences differences={candidate.differences} />
            {renderChoice(candidate)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Creator({ id }: { readonly id: string }) {
  const text = useText();
  const own = useStore(useStores().session.store, ({ accounts }) => getOwnUserId(accounts));
  return (
    <>
      <IdValue id={id} /> {id === own && <span className="muted">{text('activity.evidence.isYours')}</span>}
    </>
  );
}
