import type { QueryState } from '#renderer/shared/use-query-result.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { TextValue, ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { RelatedLists, groupRelatedRecords } from '#renderer/shared/record/RelatedLists.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section, LabelledValue, LabelledValueList } from '#renderer/ui/Section.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { MAX_RELATED_SHOWN, type RequisitionContext } from './use-requisition-context.ts';
import styles from './record-view.module.css';
import contentStyles from '#renderer/shared/record/content.module.css';

interface CommentsProps extends Pick<Requisition, 'comments'> {
  /** Id of the record; a comment that belongs to another record is labelled. */
  readonly requisition: string;
}

/** The comments on a requisition, with author and time. */
export function Comments({ comments, requisition }: CommentsProps) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(comments);
  return (
    <Section title={text('requisition.comments')} count={comments.length}>
      {comments.length > 0 && (
        <ul className={styles.comments}>
          {shown.map((comment, index) => (
            <li key={JSON.stringify([comment.id, index])}>
              <div className={styles.commentBy}>
                <IdValue id={comment.createdBy} />
                <DateTime at={comment.createdAt} />
                {comment.requisition !== requisition && (
                  <span>
                    {text('requisition.commentFor')} <IdValue id={comment.requisition} />
                  </span>
                )}
              </div>
              <TextValue value={comment.comment} />
            </li>
          ))}
        </ul>
      )}
      {more}
    </Section>
  );
}

const CODE_LENGTH = 100;

/** The diagnoses, code first. */
export function Diagnoses({ diagnoses }: Pick<Requisition, 'diagnoses'>) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(diagnoses);
  return (
    <Section
      title={text('requisition.diagnoses')}
      count={diagnoses.length}
      mark={<UnsentFieldMark of={['diagnoses']} />}
    >
      <ObjectListTable
        whenNarrow="columns"
        parts={shown}
        columns={[
          {
            label: text('requisition.code'),
            width: 'code',
            renderCell: ({ code }) => <span dir="auto">{truncateWithEllipsis(code, CODE_LENGTH)}</span>,
          },
          {
            label: text('requisition.description'),
            renderCell: ({ description }) => <TextValue value={description} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}

/** The scripts of a requisition. */
export function Scripts({ scripts }: Pick<Requisition, 'scripts'>) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(scripts);
  return (
    <Section
      title={text('requisition.scripts')}
      count={scripts.length}
      mark={<UnsentFieldMark of={['scripts']} />}
    >
      <ObjectListTable
        whenNarrow="columns"
        parts={shown}
        columns={[
          { label: text('record.name'), renderCell: ({ name }) => <TextValue value={name} /> },
          {
            label: text('requisition.description'),
            renderCell: ({ description }) => <TextValue value={description} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}

/** The single-valued fields of a requisition except its type and status, which the header shows. */
export function RequisitionFacts({ record }: { readonly record: Requisition }) {
  const text = useText();
  return (
    <LabelledValueList>
      <LabelledValue label={text('requisition.patient')}>
        <IdValue id={record.patient} />
      </LabelledValue>
      <LabelledValue
        label={text('requisition.provider')}
        mark={<UnsentFieldMark of={['ordering_provider']} />}
      >
        <IdValue id={record.orderingProvider} />
      </LabelledValue>
      <LabelledValue
        label={text('requisition.facility')}
        mark={<UnsentFieldMark of={['service_facility']} />}
      >
        <IdValue id={record.serviceFacility} />
      </LabelledValue>
      <LabelledValue
        label={text('requisition.shared')}
        mark={<UnsentFieldMark of={['share_with_patient']} />}
      >
        {text(record.shareWithPatient ? 'record.yes' : 'record.no')}
      </LabelledValue>
      <LabelledValue label={text('record.createdBy')}>
        <IdValue id={record.createdBy} />
      </LabelledValue>
      <LabelledValue label={text('record.createdAt')}>
        <DateTime at={record.createdAt} />
      </LabelledValue>
      <LabelledValue label={text('record.updatedAt')}>
        <DateTime at={record.lastUpdatedAt} />
      </LabelledValue>
      <LabelledValue label={text('requisition.result')}>
        <IdValue id={record.requisitionResult} absent={text('requisition.noResult')} />
      </LabelledValue>
      <LabelledValue label={text('record.id')}>
        <IdValue id={record.id} />
      </LabelledValue>
    </LabelledValueList>
  );
}

interface SamePatientRecordsProps {
  readonly patient: string;
  /** The requisition itself. */
  readonly except: string;
  readonly context: QueryState<RequisitionContext>;
}

/** Other records of the same patient: a few of each kind, and a link to all of them. */
export function SamePatientRecords({ patient, except, context }: SamePatientRecordsProps) {
  const text = useText();
  const { view } = useStores();
  if (patient === '') return null;
  // Records of one patient must never be shown for another.
  const related = context.value?.patient === patient ? context.value.related : null;
  if (related === null)
    return context.error === null ? null : <p className="muted">{text('related.failed')}</p>;
  const groups = groupRelatedRecords(text, related, except).map(({ title, lines }) => ({
    title: text('related.samePatient', { what: title }),
    lines: lines.slice(0, MAX_RELATED_SHOWN),
  }));
  const isAlone = groups.every(({ lines }) => lines.length === 0);
  return (
    <div className={contentStyles.samePatient} data-print="hide">
      {isAlone ? (
        <p className="muted">{text('related.nothingElse')}</p>
      ) : (
        <>
          <RelatedLists groups={groups} level={3} isWhole={false} />
          <Button size="small" onPress={() => view.openRelated(patient)}>
            {text('related.all')}
          </Button>
        </>
      )}
    </div>
  );
}
