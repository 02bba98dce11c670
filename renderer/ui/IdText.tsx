import { idParts } from './format.ts';

interface IdTextProps {
  readonly id: string;
  /** `end`: the prefix and the last characters; `whole`: every character. */
  readonly show: 'end' | 'whole';
}

/** An identifier: quiet prefix, clear end. Set apart, so that no text around it can reorder it. */
export function IdText({ id, show }: IdTextProps) {
  const { prefix, middle, end } = idParts(id);
  return (
    <bdi className="id-text" dir="ltr" data-show={show}>
      {prefix !== '' && <span className="id-prefix">{prefix}</span>}
      {show === 'whole' ? middle : middle !== '' && <span className="id-prefix">…</span>}
      <span className="id-end">{end}</span>
    </bdi>
  );
}
