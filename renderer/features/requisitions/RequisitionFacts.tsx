import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { statusLabel } from '#renderer/records/StatusWord.tsx';
import { typeLabel } from '#renderer/records/TypeWord.tsx';

/** The single-valued fields of a requisition, label and value. */
export function RequisitionFacts({ record }: { readonly record: Requisition }) {
  const text = useText();
  return (
    <Facts>
      <Fact label={text('requisition.patient')}>
        <IdValue id={record.patient} />
      </Fact>
      <Fact label={text('requisition.provider')} mark={<UnsentMark of={['ordering_provider']} />}>
        <IdValue id={record.orderingProvider} />
      </Fact>
      <Fact label={text('requisition.facility')} mark={<UnsentMark of={['service_facility']} />}>
        <IdValue id={record.serviceFacility} />
      </Fact>
      <Fact label={text('requisition.result')}>
        <IdValue id={record.requisitionResult} absent={text('requisition.noResult')} />
      </Fact>
      <Fact label={text('requisition.type.label')}>
        <span dir="auto">{typeLabel(text, record.type)}</span>
      </Fact>
      <Fact label={text('requisition.status.label')}>
        <span dir="auto">{statusLabel(text, record.status)}</span>
      </Fact>
      <Fact label={text('requisition.shared')} mark={<UnsentMark of={['share_with_patient']} />}>
        {text(record.shareWithPatient ? 'record.yes' : 'record.no')}
      </Fact>
      <Fact label={text('record.createdBy')}>
        <IdValue id={record.createdBy} />
      </Fact>
      <Fact label={text('record.createdAt')}>
        <When at={record.createdAt} />
      </Fact>
      <Fact label={text('record.updatedAt')}>
        <When at={record.lastUpdatedAt} />
      </Fact>
      <Fact label={text('record.id')}>
        <IdValue id={record.id} />
      </Fact>
    </Facts>
  );
}
