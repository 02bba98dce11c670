import type { PrintLogEntry } from '#contract/keepsakes.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Opener.tsx';

/** What was done with the PDF of a requisition here, when, and of which version. Nothing where nothing was. */
export function PrintLog({ entries }: { readonly entries: readonly PrintLogEntry[] }) {
  const text = useText();
  const { dateTime } = useFormat();
  if (entries.length === 0) return null;
  return (
    <Disclosure title={text('paper.ledger')} hint={text('paper.ledgerHint')}>
      {() => (
        <ol className="paper-ledger">
          {entries.map(({ number, action, at, version }) => (
            <li key={number}>
              <span>{text(`paper.action.${action}`)}</span>
              <span className="tabular">{dateTime(at)}</span>
              {version !== null && (
                <span className="tabular">{text('paper.ledgerVersion', { when: dateTime(version) })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Disclosure>
  );
}
