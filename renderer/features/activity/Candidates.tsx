import { useStore } from 'zustand';
import type { Candidate, PendingOperation } from '#contract/outbox.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable } from '#renderer/records/PartsTable.tsx';
import { useOpenRecord } from '#renderer/records/use-open-record.ts';
import { When } from '#renderer/records/When.tsx';
import { useDesk } from '#renderer/state/use-desk.ts';
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
  const { outbox } = useDesk();
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
    <div>
      <p className="write-hint">{text('activity.evidence.caption')}</p>
      <PartsTable
        parts={write.candidates}
        columns={[
          {
            label: text('activity.evidence.name'),
            renderCell: (candidate) => <NamedRecord {...candidate} />,
          },
          { label: text('activity.evidence.by'), renderCell: ({ createdBy }) => <Creator id={createdBy} /> },
          {
            label: text('activity.evidence.at'),
            width: 'narrow',
            renderCell: ({ createdAt }) => <When at={createdAt} />,
          },
          {
            label: text('activity.differs'),
            renderCell: ({ differences }) => <Differences differences={differences} />,
          },
          { label: text('record.actions'), width: 'narrow', renderCell: choice },
        ]}
      />
    </div>
  );
}

function NamedRecord({ id, name }: Candidate) {
  return (
    <>
      <bdi>{name}</bdi> <IdValue id={id} />
    </>
  );
}

function Creator({ id }: { readonly id: string }) {
  const text = useText();
  const own = useStore(useDesk().session.store, ({ accounts: { accounts, current } }) => {
    return accounts.find((account) => account.id === current)?.userId ?? null;
  });
  return (
    <>
      <IdValue id={id} /> {id === own && <span className="absent">{text('activity.evidence.isYours')}</span>}
    </>
  );
}
