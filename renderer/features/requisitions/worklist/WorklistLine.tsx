import { Check } from 'lucide-react';
import type { EpochMs } from '#contract/time.ts';
import type { WorklistRow } from '#contract/worklist.ts';
import { ListRow } from '#renderer/records/Line.tsx';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { RowFollowUp } from '#renderer/records/query/LineFollowUp.tsx';
import { RowHit } from '#renderer/records/query/LineHit.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { StatusLabel } from '#renderer/records/StatusWord.tsx';
import { TypeIcon, typeLabel } from '#renderer/records/TypeWord.tsx';
import { getAge } from './row-words.ts';

interface WorklistRowViewProps {
  readonly row: WorklistRow;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  readonly isPicked: boolean;
  /** Somebody has just marked it as reviewed, and may take that back. */
  readonly isHeld: boolean;
  /** What was looked for. */
  readonly words: readonly string[];
}

/** One line of the worklist. What changed since somebody looked at it stands out by weight. */
export function WorklistRowView({ row, now, isFocused, isPicked, isHeld, words }: WorklistRowViewProps) {
  const text = useText();
  const format = useFormat();
  const age = getAge(text, row, now, format);
  const hit = row.hit && { where: text(`worklist.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <ListRow
      icon={isPicked ? <Icon of={Check} /> : <TypeIcon type={row.type} />}
      iconLabel={isPicked ? text('worklist.row.picked') : typeLabel(text, row.type)}
      name={row.name || text('requisition.unnamed')}
      words={words}
      isStrong={row.isChanged}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={
        age !== null && (
          <span className="line-age" data-tone={age.tone}>
            {age.words}
          </span>
        )
      }
      about={
        <>
          {row.patient !== '' && <NamedId id={row.patient} show="end" />}
          {row.serviceFacility !== '' && <NamedId id={row.serviceFacility} show="end" />}
        </>
      }
      state={<RowState row={row} now={now} isHeld={isHeld} />}
      below={words.length > 0 && <RowHit hit={hit} words={words} />}
    />
  );
}

function RowState({ row, now, isHeld }: Pick<WorklistRowViewProps, 'row' | 'now' | 'isHeld'>) {
  const text = useText();
  if (isHeld)
    return (
      <>
        <StatusMark shape="tick" />
        <span>{text('worklist.row.held')}</span>
      </>
    );
  return (
    <>
      <RowFollowUp followUp={row.followUp} now={now} />
      <StatusLabel {...row} />
      {row.needsReview && <span className="visually-hidden">{text('requisition.needsReview')}</span>}
      {row.isResultChanged && <span className="result-changed">{text('requisition.resultChanged')}</span>}
      {row.isChanged && <span className="visually-hidden">{text('query.line.changed')}</span>}
    </>
  );
}
