import { TriangleAlert } from 'lucide-react';
import type { DataFlag } from '#contract/data-flag.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';

const MAX = 20;

/** Which fields of the record were not as the service's document says. Nothing where all were. */
export function Flags({ flags }: { readonly flags: readonly DataFlag[] }) {
  const text = useText();
  if (flags.length === 0) return null;
  return (
    <div className="flags" role="note">
      <Icon of={TriangleAlert} />
      <div>
        <p className="flags-title">{text('flag.title', { count: flags.length })}</p>
        <ul>
          {flags.slice(0, MAX).map(({ field, problem }) => (
            <li key={`${field} ${problem}`}>
              <code>{field}</code> {text(`flag.${problem}`)}
            </li>
          ))}
          {flags.length > MAX && <li>…</li>}
        </ul>
        <p>{text('flag.hint')}</p>
      </div>
    </div>
  );
}
