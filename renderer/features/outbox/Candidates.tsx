import { useStore } from 'zustand';
import type { Candidate, PendingOperation } from '#contract/outbox.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { fieldLabel } from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import { When } from '#renderer/shared/record/When.tsx';
import { parsedValue } from '#renderer/shared/record/values.ts';
import { useOpenRecord } from '#renderer/shared/use-open-record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import type { Acting } from './use-action.ts';
import styles from './outbox.module.css';

/** The fields in which a record on the server differs from the user's input, with both values. */
function Differences({ differences }: Pick<Candidate, 'differences'>) {
  const text = useText();
  if (differences.length === 0) return <p className="muted">{text('activity.differsNot')}</p>;
  return (
    <dl className={styles.writeValues} aria-label={text('activity.differs')}>
      {differences.map(({ field, mine, theirs }) => (
        <div key={field}>
          <dt>{fieldLabel(text, field)}</dt>
          <dd>
            <span className={styles.disputedWhose}>{text('activity.mine')}</span>
            <FieldValue field={field} value={parsedValue(mine)} />
            <div className={styles.writeTheirs}>
              <span className={styles.disputedWhose}>{text('activity.theirs')}</span>
              <FieldValue field={field} value={theirs === null ? null : parsedValue(theirs)} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CandidatesProps {
  readonly write: PendingOperation;
  readonly acting: Acting;
}

/**
 * Records on the server that a create with a lost response may have made. The user chooses which one it was.
 */
export function Candidates({ write, acting }: CandidatesProps) {
  const text = useText();
  const { outbox } = useStores();
  const openRecord = useOpenRecord();
  if (write.candidates.length === 0) return null;
  const { kind } = write;

  const choice = ({ id }: Candidate) => (
    <div className={styles.writeActions}>
      <Button
        size="small"
        isDisabled={acting.isBusy}
        onPress={() => acting.act(() => outbox.resolve(write.number, { take: 'found', id }))}
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
        {write.candidates.map((candidate) => (
          <li key={candidate.id} className={styles.candidate}>
            <p>
              <bdi className={styles.candidateName}>{candidate.name}</bdi> <IdValue id={candidate.id} />
            </p>
            <p className={styles.writeHint}>
              {text('activity.evidence.by')} <Creator id={candidate.createdBy} /> ·{' '}
              {text('activity.evidence.at')} <When at={candidate.createdAt} />
            </p>
            <Differences differences={candidate.differences} />
            {choice(candidate)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Creator({ id }: { readonly id: string }) {
  const text = useText();
  const own = useStore(useStores().session.store, ({ accounts: { accounts, current } }) => {
    return accounts.find((account) => account.id === current)?.userId ?? null;
  });
  return (
    <>
      <IdValue id={id} /> {id === own && <span className="muted">{text('activity.evidence.isYours')}</span>}
    </>
  );
}
