import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { truncateWithEllipsis } from './format.ts';
import { Highlighted } from './Highlighted.tsx';
import { isTextCut, pageTooltips } from './tooltip-watcher.ts';
import styles from './Text.module.css';

// Longer than any useful tooltip; a text of megabytes must not be rendered.
const MAX = 1000;
/** How long a row must have the focus before its tooltip opens, in milliseconds. */
const REST_MS = 800;
const NO_WORDS: readonly string[] = [];

interface TruncatedTextProps {
  readonly text: string;
  readonly rows: 1 | 2;
  /** The row around it has the focus, so a truncated text is shown in full. */
  readonly isFocused?: boolean;
  /** The search words to highlight in the text. */
  readonly words?: readonly string[];
}

/**
 * Opens the tooltip of the text that it is in, once the row has had the focus for a while: tooltips stay closed while the user moves
 * quickly through the rows.
 */
function OpenAfterRest() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const text = mark.current?.parentElement ?? null;
    let close = (): void => {};
    const timer = setTimeout(() => {
      if (text !== null) close = pageTooltips.openForRow(text);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, []);
  return <span ref={mark} hidden />;
}

/**
 * A text of one or two lines that ends in an ellipsis if truncated; hover, and the focus of its row, show all of it in the tooltip of
 * the page. A list has hundreds of them, so it has no state of its own.
 */
export function TruncatedText({ text, rows, isFocused = false, words = NO_WORDS }: TruncatedTextProps) {
  return (
    <span className={styles.clamp} data-lines={rows} dir="auto" data-tooltip-cut="">
      <Highlighted text={truncateWithEllipsis(text, MAX)} words={words} />
      {isFocused && <OpenAfterRest />}
    </span>
  );
}

/** Whether the text of an element is cut, also after its pane has become narrower. */
function useIsCut(ref: { readonly current: HTMLElement | null }): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const look = (): void => setCut(isTextCut(element));
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const texts = new MutationObserver(look);
    texts.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
    };
  }, [ref]);
  return isCut;
}

/** A truncated text that is a tab stop where it is cut, because nothing around it can have the focus. */
export function FocusableTruncatedText({ text, rows }: Pick<TruncatedTextProps, 'text' | 'rows'>) {
  const element = useRef<HTMLSpanElement>(null);
  const isCut = useIsCut(element);
  return (
    <span
      ref={element}
      className={styles.clamp}
      data-lines={rows}
      dir="auto"
      data-tooltip-cut=""
      {...(isCut ? { tabIndex: 0 } : {})}
    >
      {truncateWithEllipsis(text, MAX)}
    </span>
  );
}
