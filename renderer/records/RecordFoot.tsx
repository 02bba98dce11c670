import type { Kind } from '#contract/ids.ts';
import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Opener.tsx';
import { RawText } from './RawText.tsx';
import { useFormat } from './use-format.ts';

interface RecordFooterProps {
  readonly kind: Kind;
  readonly id: string;
  /** Null for a record that is on this desk alone. */
  readonly fetchedAt: EpochMs | null;
}

/** How old the record is, and its text as the service sent it. */
export function RecordFooter({ kind, id, fetchedAt }: RecordFooterProps) {
  const text = useText();
  const { dateTime, zone } = useFormat();
  if (fetchedAt === null)
    return (
      <footer className="record-foot">
        <p>{text('pending.onlyHere')}</p>
      </footer>
    );
  return (
    <footer className="record-foot">
      <Disclosure title={text('record.raw')} hint={text('record.rawHint')}>
        {() => <RawText key={fetchedAt} kind={kind} id={id} />}
      </Disclosure>
      <p>{text('record.asOf', { when: dateTime(fetchedAt), zone })}</p>
    </footer>
  );
}
