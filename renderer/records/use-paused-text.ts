import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 200;

/**
 * A text that is typed, and handed on when the typing pauses.
 * @param applied the text that holds; where it changes elsewhere, it shows here
 * @param apply hands the typed one on
 * @returns the text, how it is typed, and how it is handed on without the pause
 */
export function usePausedText(
  applied: string,
  apply: (typed: string) => void,
): readonly [string, (typed: string) => void, () => void] {
  const [typed, setTyped] = useState(applied);
  const [sent, setSent] = useState(applied);
  // What changed elsewhere shows; the echo of what was typed does not.
  if (applied !== sent) {
    setSent(applied);
    setTyped(applied);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      apply(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, apply]);
  const applyNow = (): void => {
    if (typed === sent) return;
    setSent(typed);
    apply(typed);
  };
  return [typed, setTyped, applyNow];
}
