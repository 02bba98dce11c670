import type { CompletionRow } from '#contract/completions.ts';
import { useText } from '#renderer/text/text.ts';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';
import { agoText, waitsText } from './request-words.ts';
import '../query/line-marks.css';
import './requests.css';

interface RequestAgeProps {
  readonly row: Pick<CompletionRow, 'requestedAt' | 'state'>;
  /** `waits`: for how long the patient has been asked; `ago`: how long ago that began. */
  readonly says: 'waits' | 'ago';
}

/** How old a request is; urgent by colour and number while it is open. */
export function RequestAge({ row, says }: RequestAgeProps) {
  const text = useText();
  const age = (says === 'ago' ? agoText : waitsText)(text, row, useNow(), useFormat());
  return (
    age !== null && (
      <span className="line-age tabular" data-tone={age.tone}>
        {age.words}
      </span>
    )
  );
}
