import { idParts, shorten } from './format.ts';

interface IdTextProps {
  readonly id: string;
  /** `end`: the prefix and the last characters; `whole`: every character. */
  readonly show: 'end' | 'whole';
}

// An identifier of the service is at most 160 characters long, and its end is short; the rest is some other text.
const MOST = { whole: 320, end: 160 };
const MOST_BARE = 24;

/** An identifier: quiet prefix, clear end. Set apart, so that no text around it can reorder it. */
export function IdText({ id, show }: IdTextProps) {
  const { prefix, middle, end } = idParts(shorten(id, MOST[show]));
  return (
    <bdi className="id-text" dir="ltr" data-show={show}>
      {prefix !== '' && <span className="id-prefix">{prefix}</span>}
      {show === 'whole' ? middle : middle !== '' && <span className="id-prefix">…</span>}
      <span className="id-end">{show === 'end' ? shorten(end, MOST_BARE) : end}</span>
    </bdi>
  );
}
