import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { shorten } from './format.ts';
import { Highlighted } from './Highlighted.tsx';
import { Tooltip } from './Overlay.tsx';
import styles from './Text.module.css';

interface TruncatedTextProps {
  readonly text: string;
  readonly rows: 1 | 2;
  /** The row around it has the focus, so the whole text is shown where it was cut. */
  readonly isFocused?: boolean;
  /** The text takes the focus itself, where nothing around it does. */
  readonly isFocusable?: boolean;
  /** What was looked for, to be marked in the text. */
  readonly words?: readonly string[];
}

// More than fits any tooltip; a name of megabytes must not reach the page.
const MAX = 1000;
/** How long a row is rested on before its tip shows, in milliseconds. */
const REST_MS = 800;
const NO_WORDS: readonly string[] = [];

function isCut(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
}

/** A text in one or two lines that ends in an ellipsis; the whole of it shows on hover and on focus. */
export function TruncatedText({
  text,
  rows: lines,
  isFocused = false,
  isFocusable = false,
  words = NO_WORDS,
}: TruncatedTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  // Who walks through the rows sees the next one, and no tip over it; who rests on a row reads its whole text.
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (!isFocused) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
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
        data-lines={lines}
        dir="auto"
        onMouseEnter={() => setPointedAt(true)}
        onMouseLeave={() => setPointedAt(false)}
        {...(isFocusable
          ? { tabIndex: 0, onFocus: () => setPointedAt(true), onBlur: () => setPointedAt(false) }
          : {})}
      >
        <Highlighted text={shorten(text, MAX)} words={words} />
      </span>
      <TooltipTrigger isOpen={isTooLong}>
        <Tooltip size="large" triggerRef={element} placement="bottom start" offset={4}>
          <span dir="auto">{shorten(text, MAX)}</span>
        </Tooltip>
      </TooltipTrigger>
    </>
  );
}
