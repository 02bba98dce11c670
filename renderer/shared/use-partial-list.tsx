import { useState, type ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

const STEP = 100;

/**
 * Shows a long list in steps: returns the first entries and a "show more" button, which is null once all are
 * shown. Rendering thousands of entries at once would freeze the window.
 * @param step number of entries per step
 * @param least number of entries that are shown in any case
 */
export function useEntriesWithShowMoreButton<T>(
  entries: readonly T[],
  step = STEP,
  least = 0,
): readonly [readonly T[], ReactNode] {
  const text = useText();
  const [wanted, setShown] = useState(step);
  const shown = Math.max(wanted, least);
  const left = entries.length - shown;
  const more = left > 0 && (
    <div>
      <Button size="small" onPress={() => setShown(shown + step)}>
        {text('record.showMore', { count: left })}
      </Button>
    </div>
  );
  return [left > 0 ? entries.slice(0, shown) : entries, more];
}
