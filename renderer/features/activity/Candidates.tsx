import { useStore } from 'zustand';
import type { Candidate, PendingOperation } from '#contract/outbox.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { useOpenRecord } from '#renderer/records/use-open-record.ts';
import { When } from '#renderer/records/When.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Differences } from './Differences.tsx';
import type { Acting } from './use-act.ts';

interface CandidatesProps {
  readonly write: PendingOperation;
  readonly acting: Acting;
}

/** Records on the server that may be what a lost create made: who made them and when, and the choice of one. */
export function Candidates({ write, acting }: CandidatesProps) {
  const text = useText();
  const { outbox } = useStores();
  const openRecord = useOpenRecord();
  if (write.candidates.length === 0) return null;
  const { kind } = write;

  const choice = ({ id }: Candidate) => (
    <div className="write-actions">
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
    <div className="candidates">
      <p className="write-hint">{text('activity.evidence.caption')}</p>
      <ul className="candidate-list">
        {write.candidates.map((candidate) => (
          <li key={candidate.id} className="candidate">
            <p>
              <bdi className="candidate-name">{candidate.name}</bdi> <IdValue id={candidate.id} />
            </p>
            <p className="write-hint">
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
      <IdValue id={id} /> {id === own && <span className="absent">{text('activity.evidence.isYours')}</span>}
    </>
  );
}
