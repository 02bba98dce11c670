import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { truncateWithEllipsis } from './format.ts';
import { Highlighted } from './Highlighted.tsx';
import { Tooltip } from './Overlay.tsx';
import styles from './Text.module.css';

interface TruncatedTextProps {
  readonly text: string;
  readonly rows: 1 | 2;
  /** The row around it has the focus, so a truncated text is shown in full. */
  readonly isFocused?: boolean;
  /** The text itself can be focused, if nothing around it can. */
  readonly isFocusable?: boolean;
  /** The search words to highlight in the text. */
  readonly words?: readonly string[];
}

// Longer than any useful tooltip; a text of megabytes must not be rendered.
const MAX = 1000;
/** How long a row must have the focus before its tooltip opens, in milliseconds. */
const TOOLTIP_DELAY_MS = 800;
const NO_WORDS: readonly string[] = [];

function isCut(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
}

/**
 * A text of one or two lines that ends in an ellipsis if truncated; hover and focus show all of it in a
 * tooltip.
 */
export function TruncatedText({
  text,
  rows,
  isFocused = false,
  isFocusable = false,
  words = NO_WORDS,
}: TruncatedTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  // The delay keeps tooltips closed while the user moves quickly through the rows.
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (!isFocused) return;
    const timer = setTimeout(() => setRested(true), TOOLTIP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setRested(false);
    };
  }, [isFocused]);
  const isAsked = isPointedAt || isRested;
  useLayoutEffect(() => {
    setTooLong(isAsked && element.current !== null && isCut(element.current));
  }, [isAsked]);

  return (
    <>
      <span
        ref={element}
        className={styles.clamp}
        data-lines={rows}
        dir="auto"
        onMouseEnter={() => setPointedAt(true)}
        onMouseLeave={() => setPointedAt(false)}
        {...(isFocusable
          ? { tabIndex: 0, onFocus: () => setPointedAt(true), onBlur: () => setPointedAt(false) }
          : {})}
      >
        <Highlighted text={truncateWithEllipsis(text, MAX)} words={words} />
      </span>
      <TooltipTrigger isOpen={isTooLong}>
        <Tooltip size="large" triggerRef={element} placement="bottom start" offset={4}>
          <span dir="auto">{truncateWithEllipsis(text, MAX)}</span>
        </Tooltip>
      </TooltipTrigger>
    </>
  );
}
