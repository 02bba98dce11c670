import { LONG_TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { isLocalId } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import { RecordWithPdf } from '#renderer/pdf/PdfPane.tsx';
import { ChangesSinceViewed } from '#renderer/shared/record/ChangesSinceViewed.tsx';
import { InvalidFieldFlags, RecordFooter, RecordHeader } from '#renderer/shared/record/RecordHeader.tsx';
import { FollowUpMark } from '#renderer/shared/record/FollowUp.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { TextValue } from '#renderer/shared/record/FieldValue.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Comments, Diagnoses, Scripts, RequisitionFacts, SamePatientRecords } from './RequisitionFacts.tsx';
import { RequisitionActions } from './RequisitionActions.tsx';
import { ResultChangeSection } from './ResultChangeSection.tsx';
import { OpenReviewMarks, Reviews } from './Reviews.tsx';
import { useRequisitionContext } from './use-requisition-context.ts';
import { StatusTimeline } from './StatusTimeline.tsx';
import {
  RequisitionStatusWithIcon,
  RequisitionTypeIcon,
  getRequisitionTypeLabel,
} from '#renderer/shared/record/requisition-status.tsx';

interface RequisitionRecordProps {
  readonly record: Requisition;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
  /** Lists the requisitions of the patient alone; omitted where there is no list. */
  readonly onOnlyPatient?: (patient: string) => void;
}

/** The record of a requisition with all its fields. */
export function RequisitionRecord({ record, fetchedAt, onClose, onOnlyPatient }: RequisitionRecordProps) {
  const text = useText();
  const context = useRequisitionContext(record);
  const marks = (
    <>
      <span>
        <RequisitionTypeIcon type={record.type} />
        <span dir="auto">{getRequisitionTypeLabel(text, record.type)}</span>
      </span>
      <span data-strong={record.needsReview ? '' : undefined}>
        <RequisitionStatusWithIcon {...record} />
      </span>
      <OpenReviewMarks record={record} />
    </>
  );
  const about = record.patient !== '' && (
    <>
      {text('requisition.patient')} <NamedId id={record.patient} show="end" />{' '}
      {onOnlyPatient !== undefined && (
        <Button
          tone="quiet"
          size="small"
          screenReaderDescription={text('requisition.onlyPatientHint')}
          onPress={() => onOnlyPatient(record.patient)}
        >
          {text('requisition.onlyPatient')}
        </Button>
      )}
    </>
  );

  return (
    <>
      <RecordHeader
        onClose={onClose}
        marks={marks}
        name={record.name || text('requisition.unnamed')}
        about={about}
        actions={<RequisitionActions record={record} />}
      />
      <RecordWithPdf id={record.id} isDraft={record.status === 'draft'}>
        {record.status === 'draft' && (
          <p className="muted">
            {text(`requisition.draftNext.${isLocalId(record.id) ? 'here' : 'service'}`)}
          </p>
        )}
        <FollowUpMark id={record.id} />
        <ChangesSinceViewed kind="requisition" id={record.id} version={record.lastUpdatedAt} />
        <ResultChangeSection record={record} />
        <InvalidFieldFlags flags={record.flags} />
        <Diagnoses diagnoses={record.diagnoses} />
        {LONG_TEXT_FIELDS.map(({ name, wire }) => (
          <Section key={name} title={text(`field.${wire}`)} mark={<UnsentFieldMark of={[wire]} />}>
            <TextValue value={record[name]} />
          </Section>
        ))}
        <Scripts scripts={record.scripts} />
        <Comments comments={record.comments} requisition={record.id} />
        <Reviews reviews={record.reviews} />
        <RequisitionFacts record={record} />
        <StatusTimeline record={record} context={context} />
        <SamePatientRecords patient={record.patient} except={record.id} context={context} />
        <RecordFooter kind="requisition" id={record.id} fetchedAt={fetchedAt} />
      </RecordWithPdf>
    </>
  );
}
