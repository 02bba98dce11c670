import { FileText } from 'lucide-react';
import type { FormLine as Row } from '#contract/form-list.ts';
import type { EpochMs } from '#contract/time.ts';
import { Line } from '#renderer/records/Line.tsx';
import { LineFollowUp } from '#renderer/records/query/LineFollowUp.tsx';
import { LineHit } from '#renderer/records/query/LineHit.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { askedWords, driftWords, usableWords } from './form-words.ts';
import { FormState } from './FormState.tsx';

interface FormLineProps {
  readonly row: Row;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  /** What was looked for. */
  readonly words: readonly string[];
}

/** One line of the list of forms. What changed since somebody looked at it stands out by weight. */
export function FormLine({ row, now, isFocused, words }: FormLineProps) {
  const text = useText();
  const format = useFormat();
  const asked = askedWords(text, row, now, format);
  const drift = driftWords(text, row.driftSince, now, format);
  const hit = row.hit && { where: text(`formList.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <Line
      icon={<Icon of={FileText} />}
      iconWord={text('place.forms')}
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
      about={<span>{usableWords(text, row)}</span>}
      state={
        <>
          <LineFollowUp followUp={row.followUp} now={now} />
          <FormState state={row.state} words={drift} />
          {row.isChanged && <span className="visually-hidden">{text('query.line.changed')}</span>}
        </>
      }
      below={words.length > 0 && <LineHit hit={hit} words={words} />}
    />
  );
}
