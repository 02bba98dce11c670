import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { useFormat } from './use-format.ts';

/** A moment in the desk's time zone, or that none was given. */
export function When({ at }: { readonly at: EpochMs | null }) {
  const { dateTime } = useFormat();
  const text = useText();
  return at === null ? (
    <span className="absent">{text('record.empty')}</span>
  ) : (
    <span className="tabular">{dateTime(at)}</span>
  );
}
