import { useState, type ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

const STEP = 100;

/**
 * The first entries of a long row of them, and the button that shows more; null once all are shown. A record
 * may have thousands, which would freeze the window during layout.
 * @param step how many are shown at first, and how many more by each press
 */
export function useSome<T>(entries: readonly T[], step = STEP): readonly [readonly T[], ReactNode] {
  const text = useText();
  const [shown, setShown] = useState(step);
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
