import type { RequisitionRow } from '#contract/requisition.ts';
import type { EpochMs } from '#contract/time.ts';
import { Line } from '#renderer/records/Line.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { shortSpan } from '#renderer/ui/format.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import { StatusWord } from './StatusWord.tsx';
import { TypeIcon, typeWord } from './TypeWord.tsx';

interface RequisitionLineProps {
  readonly row: RequisitionRow;
  readonly now: EpochMs;
  readonly isFocused: boolean;
}

/** One line of the worklist, with the days since it was made. What waits for a review stands out by weight. */
export function RequisitionLine({ row, now, isFocused }: RequisitionLineProps) {
  const text = useText();
  const { days } = useFormat();
  const age = row.createdAt === null ? null : Math.max(0, days(row.createdAt, now));
  return (
    <Line
      icon={<TypeIcon type={row.type} />}
      iconWord={typeWord(text, row.type)}
      name={row.name || text('requisition.unnamed')}
      isStrong={row.needsReview}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={age !== null && (age === 0 ? text('span.today') : shortSpan(age))}
      about={
        <>
          {row.patient !== '' && <IdText id={row.patient} show="end" />}
          {row.serviceFacility !== '' && <IdText id={row.serviceFacility} show="end" />}
        </>
      }
      state={
        <>
          <StatusWord {...row} />
          {row.needsReview && <span className="visually-hidden">{text('requisition.needsReview')}</span>}
        </>
      }
    />
  );
}
