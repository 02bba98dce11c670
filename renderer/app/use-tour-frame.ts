import { useEffect, useState, type CSSProperties } from 'react';

type Frame = Pick<CSSProperties, 'top' | 'left' | 'width' | 'height'>;

function isEqual(one: Frame | null, other: Frame | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function measure(selector: string): Frame | null {
  const shown = [...document.querySelectorAll(selector)].find((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  if (shown === undefined) return null;
  const { top, left, width, height } = shown.getBoundingClientRect();
  return { top, left, width, height };
}

/**
 * Returns where the first visible element of a selector lies in the window, and follows it; null while there is none.
 * @param selector of an element that may appear, move and change its size while it is followed
 */
export function useTourTargetRect(selector: string): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(null);
  useEffect(() => {
    let request = 0;
    const follow = (): void => {
      const found = measure(selector);
      setFrame((before) => (isEqual(before, found) ? before : found));
      request = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(request);
  }, [selector]);
  return frame;
}
