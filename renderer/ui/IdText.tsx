import { idParts, shorten } from './format.ts';

interface IdTextProps {
  readonly id: string;
  /** `end`: the prefix and the last characters; `whole`: every character. */
  readonly show: 'end' | 'whole';
}

// Ids are shorter than this; longer text in place of an id is truncated.
const MAX_LENGTH = 260;
const MAX_BARE = 24;

/** An id with a muted prefix and a prominent end, isolated from the text direction around it. */
export function IdText({ id, show }: IdTextProps) {
  const { prefix, middle, end } = idParts(shorten(id, MAX_LENGTH));
  return (
    <bdi className="id-text" dir="ltr" data-show={show}>
      {prefix !== '' && <span className="id-prefix">{prefix}</span>}
      {show === 'whole' ? middle : middle !== '' && <span className="id-prefix">…</span>}
      <span className="id-end">{show === 'end' && prefix === '' ? shorten(end, MAX_BARE) : end}</span>
    </bdi>
  );
}
