import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useRetentionDays } from '#renderer/shared/use-retention-days.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { SectionLead, Section } from '#renderer/ui/Section.tsx';
import { MissingRecordListItem } from './MissingRecordListItem.tsx';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import styles from './sync.module.css';
import outboxStyles from './outbox.module.css';

/**
 * Records that the service no longer returns, those that need the user first. Renders nothing if there are
 * none.
 */
export function MissingRecords() {
  const text = useText();
  const { missing, health } = useStores();
  const { held, open, closed, statesWithMore, error } = useStore(missing.store);
  const beingChecked = useStore(health.store, (state) => state.health?.missing.beingChecked ?? 0);
  const { days } = useRetentionDays();
  useEffect(() => missing.show(), [missing]);
  const isNothing = held.length + open.length + closed.length + beingChecked === 0;
  if (isNothing && error === null) return null;
  return (
    <Section level={2} title={text('missing.title')} count={held.length + open.length}>
      <SectionLead>{text('missing.lead', { count: days })}</SectionLead>
      {error !== null && (
        <p className="error-text" role="alert">
          {text('missing.failed')} {getErrorSentence(error)}
        </p>
      )}
      {KINDS.map((kind) => (
        <HeldMissingRecords key={kind} kind={kind} records={held.filter((record) => record.kind === kind)} />
      ))}
      {beingChecked > 0 && <SectionLead>{text('missing.beingChecked', { count: beingChecked })}</SectionLead>}
      {open.length > 0 && (
        <>
          <p className={styles.missingLead}>{text('missing.openLead')}</p>
          <MissingRecordList records={open} />
        </>
      )}
      {closed.length > 0 && (
        <Disclosure title={text('missing.closed', { count: closed.length })}>
          {() => <MissingRecordList records={closed} />}
        </Disclosure>
      )}
      {statesWithMore.length > 0 && <p className="muted">{text('missing.cut')}</p>}
    </Section>
  );
}

interface HeldMissingRecordsProps {
  readonly kind: Kind;
  readonly records: readonly MissingRecord[];
}

/** A kind of which a large share is missing: the records stay in their list until the user confirms. */
function HeldMissingRecords({ kind, records }: HeldMissingRecordsProps) {
  const text = useText();
  const { missing } = useStores();
  const { days } = useRetentionDays();
  const { act, isBusy, outcome: problem } = useActionRunner<AppError>();
  if (records.length === 0) return null;
  const count = records.length;
  const ids = records.map(({ id }) => id);
  return (
    <div className={styles.missingHeld}>
      <p className={styles.missingLead}>
        {text('missing.heldLead', { count, kind: text(`screen.${SCREEN_BY_KIND[kind]}`) })}
      </p>
      <MissingRecordList records={records} />
      <div className={outboxStyles.writeActions} data-after="list">
        <ButtonWithConfirmation
          label={text('missing.takeOut', { count })}
          isPending={isBusy}
          question={text('missing.takeOutQuestion', { count })}
          yes={text('missing.takeOutYes')}
          no={text('missing.takeOutNo')}
          onConfirm={() => act(() => missing.confirm(kind, ids))}
        >
          <p>{text('missing.takeOutWhat', { count: days })}</p>
        </ButtonWithConfirmation>
      </div>
      {problem !== null && (
        <p className="error-text" role="alert">
          {text('missing.notConfirmed')} {getErrorSentence(problem)}
        </p>
      )}
    </div>
  );
}

function MissingRecordList({ records }: { readonly records: readonly MissingRecord[] }) {
  const [shown, more] = useEntriesWithShowMoreButton(records);
  return (
    <>
      <ul className={styles.missingList}>
        {shown.map((record) => (
          <li key={`${record.kind} ${record.id}`}>
            <MissingRecordListItem
              record={record}
              actions={record.state === 'open' && <ConfirmMissingButton record={record} />}
            />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function ConfirmMissingButton({ record: { kind, id } }: { readonly record: MissingRecord }) {
  const text = useText();
  const { missing } = useStores();
  const { act, isBusy, outcome: problem } = useActionRunner<AppError>();
  return (
    <>
      <Button size="small" isPending={isBusy} onPress={() => act(() => missing.confirm(kind, [id]))}>
        {text('missing.seen')}
      </Button>
      {problem !== null && (
        <span className="error-text" role="alert">
          {text('missing.notConfirmed')} {getErrorSentence(problem)}
        </span>
      )}
    </>
  );
}
