import type { Requisition } from '#contract/requisition.ts';
import type { EpochMs } from '#contract/time.ts';
import { PdfSplit } from '#renderer/paper/PaperSplit.tsx';
import { ChangedStrip } from '#renderer/records/ChangedStrip.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { FollowUpMark } from '#renderer/records/FollowUpMark.tsx';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { RecordFooter } from '#renderer/records/RecordFoot.tsx';
import { RecordHeader } from '#renderer/records/RecordHead.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Comments } from './Comments.tsx';
import { Diagnoses, Scripts } from './Parts.tsx';
import { RequisitionActions } from './RequisitionActions.tsx';
import { RequisitionFacts } from './RequisitionFacts.tsx';
import { ResultChange } from './ResultChange.tsx';
import { Reviews } from './Reviews.tsx';
import { SamePatient } from './SamePatient.tsx';
import { StatusTimeline } from './StatusTimeline.tsx';
import { StatusLabel } from '#renderer/records/StatusWord.tsx';
import { TypeIcon, typeLabel } from '#renderer/records/TypeWord.tsx';

interface RequisitionRecordProps {
  readonly record: Requisition;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
  readonly onOnlyPatient: (patient: string) => void;
}

/** A requisition with every field it has: what, why, history. */
export function RequisitionRecord({ record, fetchedAt, onClose, onOnlyPatient }: RequisitionRecordProps) {
  const text = useText();
  const marks = (
    <>
      <span>
        <TypeIcon type={record.type} />
        <span dir="auto">{typeLabel(text, record.type)}</span>
      </span>
      <span data-strong={record.needsReview ? '' : undefined}>
        <StatusLabel {...record} />
      </span>
      {record.needsReview && <span data-strong="">{text('requisition.needsReview')}</span>}
    </>
  );
  const about = record.patient !== '' && (
    <>
      {text('requisition.patient')} <NamedId id={record.patient} show="end" />{' '}
      <Button
        tone="quiet"
        size="small"
        hint={text('requisition.onlyPatientHint')}
        onPress={() => onOnlyPatient(record.patient)}
      >
        {text('requisition.onlyPatient')}
      </Button>
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
      <PdfSplit id={record.id} isDraft={record.status === 'draft'}>
        <FollowUpMark id={record.id} />
        <ChangedStrip kind="requisition" id={record.id} version={record.lastUpdatedAt} />
        <ResultChange record={record} />
        <Flags flags={record.flags} />
        <RequisitionFacts record={record} />
        <Diagnoses diagnoses={record.diagnoses} />
        <Section title={text('requisition.details')} mark={<UnsentMark of={['order_details']} />}>
          <TextValue value={record.orderDetails} />
        </Section>
        <Scripts scripts={record.scripts} />
        <Reviews reviews={record.reviews} />
        <Comments comments={record.comments} requisition={record.id} />
        <StatusTimeline record={record} />
        <SamePatient patient={record.patient} except={record.id} />
        <RecordFooter kind="requisition" id={record.id} fetchedAt={fetchedAt} />
      </PdfSplit>
    </>
  );
}
