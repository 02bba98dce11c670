import { isLocalId } from '#contract/records.ts';
import { UNSENT_ENDINGS, type ClosedChange } from '#contract/outbox.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { formatFieldLabels, getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import styles from './outbox.module.css';

const LABEL_LENGTH = 200;

/** Changes that left the outbox, newest first: what each did, the outcome and the time. */
export function ClosedOutboxChangeList({ closed }: { readonly closed: readonly ClosedChange[] }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const [shown, more] = useEntriesWithShowMoreButton(closed);
  return (
    <Section level={2} title={text('activity.sentTitle')}>
      {closed.length === 0 && <p className="muted">{text('activity.sentNone')}</p>}
      <ObjectListTable
        parts={shown}
        columns={[
          {
            label: text('activity.column.when'),
            width: 'narrow',
            renderCell: ({ closedAt }) => <span className="tabular">{asOf(closedAt, now)}</span>,
          },
          {
            label: text('activity.column.how'),
            width: 'narrow',
            renderCell: (change) => <Outcome change={change} />,
          },
          {
            label: text('activity.column.what'),
            renderCell: (change) => <ChangeDescription change={change} />,
          },
          {
            label: text('record.actions'),
            width: 'narrow',
            renderCell: (change) => <OpenRecord change={change} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}

/** A discarded create never became a record, so there is no record to open. */
function wasNeverCreated({ id, ending }: Pick<ClosedChange, 'id' | 'ending'>): boolean {
  return isLocalId(id) && (ending === 'discarded' || ending === 'gave-way');
}

function Outcome({ change }: { readonly change: ClosedChange }) {
  const text = useText();
  const { ending } = change;
  const isThere = !UNSENT_ENDINGS.includes(ending);
  return (
    <span className={styles.closedHow} data-there={isThere ? '' : undefined}>
      <StatusMark shape={isThere ? 'tick' : 'ring'} />
      {text(`activity.how.${wasNeverCreated(change) ? 'neverSent' : ending}`)}
    </span>
  );
}

function ChangeDescription({ change }: { readonly change: ClosedChange }) {
  const text = useText();
  return (
    <>
      {getOperationLabel(text, change.operation)}{' '}
      <bdi>{truncateWithEllipsis(change.label, LABEL_LENGTH)}</bdi>
      <PatientLine patient={change.patient} />
      <span className={styles.closedFields}>{formatFieldLabels(text, change.fields)}</span>
    </>
  );
}

function OpenRecord({ change }: { readonly change: ClosedChange }) {
  const text = useText();
  const openRecord = useGoToRecord();
  if (wasNeverCreated(change)) return null;
  return (
    <Button size="small" tone="quiet" onPress={() => openRecord(change.kind, change.id)}>
      {text('activity.openRecord')}
    </Button>
  );
}
