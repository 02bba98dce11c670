import { FileText } from 'lucide-react';
import type { FormListRow as Row } from '#contract/form-list.ts';
import type { EpochMs } from '#contract/time.ts';
import { ListRow } from '#renderer/records/Line.tsx';
import { RowFollowUp } from '#renderer/records/query/LineFollowUp.tsx';
import { RowHit } from '#renderer/records/query/LineHit.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { requestedText, unpublishedSinceText, usableText } from './form-words.ts';
import { FormState } from './FormState.tsx';

interface FormListRowProps {
  readonly row: Row;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  /** What was looked for. */
  readonly words: readonly string[];
}

/** One line of the list of forms. What changed since somebody looked at it stands out by weight. */
export function FormListRow({ row, now, isFocused, words }: FormListRowProps) {
  const text = useText();
  const format = useFormat();
  const asked = requestedText(text, row, now, format);
  const unpublishedSince = unpublishedSinceText(text, row.unpublishedSince, now, format);
  const hit = row.hit && { where: text(`formList.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <ListRow
      icon={<Icon of={FileText} />}
      iconLabel={text('place.forms')}
      name={row.name || text('form.unnamed')}
      words={words}
      isStrong={row.isChanged}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={
        asked !== null && (
          <span className="line-age" data-tone={asked.tone}>
            {asked.words}
          </span>
        )
      }
      about={<span>{usableText(text, row)}</span>}
      state={
        <>
          <RowFollowUp followUp={row.followUp} now={now} />
          <FormState state={row.state} words={unpublishedSince} />
          {row.isChanged && <span className="visually-hidden">{text('query.line.changed')}</span>}
        </>
      }
      below={words.length > 0 && <RowHit hit={hit} words={words} />}
    />
  );
}
