import type { ReactNode } from 'react';
import type { WorklistRow } from '#contract/requisitions.ts';
import { useText } from '#renderer/text/text.ts';
import { PrintTableHead } from '#renderer/ui/PrintSheet.tsx';
import { NamedId } from '../ids/NamedId.tsx';
import { RequisitionStatusWithIcon } from './requisition-status.tsx';
import { DateTime, useCurrentTime } from './date-time.tsx';
import { OverdueText } from './OverdueText.tsx';
import { isDeadlinePast } from './review-labels.ts';

interface PrintedRequisitionsProps {
  readonly rows: readonly WorklistRow[];
  /** Repeated on each page; omitted if the page has its own heading. */
  readonly heading?: ReactNode;
}

const COLUMNS = ['name', 'patient', 'facility', 'status', 'since', 'deadline'] as const;

/** A table of requisitions for printing. */
export function PrintedRequisitions({ rows, heading }: PrintedRequisitionsProps) {
  const text = useText();
  const now = useCurrentTime();
  return (
    <table>
      <thead>
        {heading !== undefined && <PrintTableHead columns={COLUMNS.length}>{heading}</PrintTableHead>}
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {text(`worklist.print.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <bdi>{row.name || text('requisition.unnamed')}</bdi>
            </td>
            <td>{row.patient !== '' && <NamedId id={row.patient} show="end" />}</td>
            <td>{row.serviceFacility !== '' && <NamedId id={row.serviceFacility} show="end" />}</td>
            <td>
              <RequisitionStatusWithIcon {...row} />
            </td>
            <td>{row.statusSince !== null && <DateTime at={row.statusSince} />}</td>
            <td>
              {row.reviewDeadline !== null && <DateTime at={row.reviewDeadline} />}{' '}
              {isDeadlinePast(row.reviewDeadline, now) && <OverdueText deadline={row.reviewDeadline} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
