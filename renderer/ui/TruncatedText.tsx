import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { truncateWithEllipsis } from './format.ts';
import { Highlighted } from './Highlighted.tsx';
import { Tooltip } from './Tooltip.tsx';
import styles from './Text.module.css';

interface TruncatedTextProps {
  readonly text: string;
  readonly rows: 1 | 2;
  /** The row around it has the focus, so a truncated text is shown in full. */
  readonly isFocused?: boolean;
  /** The text itself can be focused where it is truncated, if nothing around it can. */
  readonly isFocusable?: boolean;
  /** The search words to highlight in the text. */
  readonly words?: readonly string[];
}

// Longer than any useful tooltip; a text of megabytes must not be rendered.
const MAX = 1000;
/** How long a row must have the focus before its tooltip opens, in milliseconds. */
const TOOLTIP_DELAY_MS = 800;
/** How long the pointer may take from the text to its tooltip, in milliseconds. */
const LEAVE_DELAY_MS = 200;
const NO_WORDS: readonly string[] = [];

function isCut(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
}

/** Whether the pointer is on the text or on its tooltip, or was a moment ago. */
function usePointedAt(): readonly [boolean, (isThere: boolean) => void] {
  const [isPointedAt, setPointedAt] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  function point(isThere: boolean): void {
    clearTimeout(leaving.current);
    if (isThere) setPointedAt(true);
    else leaving.current = setTimeout(setPointedAt, LEAVE_DELAY_MS, false);
  }
  return [isPointedAt, point];
}

/** Closes a tooltip by Escape, which then closes nothing else. */
function useEscape(isShown: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isShown]);
}

/** Whether the text of an element is cut, also after its pane has become narrower. Looks only where it is asked to. */
function useIsCut(ref: { readonly current: HTMLElement | null }, isAsked: boolean): boolean {
  const [isTextCut, setTextCut] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!isAsked || element === null) {
      setTextCut(false);
      return;
    }
    const look = (): void => setTextCut(isCut(element));
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const texts = new MutationObserver(look);
    texts.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
    };
  }, [ref, isAsked]);
  return isTextCut;
}

/** Whether the user has ended what is asked for, and what ends it. It may be shown again once it is no longer asked for. */
function useDismissal(isAsked: boolean): readonly [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setDismissed] = useState(false);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (wasAsked !== isAsked) {
    setWasAsked(isAsked);
    setDismissed(false);
  }
  return [isDismissed, () => setDismissed(true)];
}

/** Whether a text has had the focus for a while. Tooltips stay closed while the user moves quickly through the rows. */
function useRestedFocus(isFocused: boolean): boolean {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (!isFocused) return;
    const timer = setTimeout(() => setRested(true), TOOLTIP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setRested(false);
    };
  }, [isFocused]);
  return isRested;
}

/** Returns the properties of a text that can be focused where it is cut. */
function createFocusProps(isTextCut: boolean, setReached: (isReached: boolean) => void): object {
  const handlers = { onFocus: () => setReached(true), onBlur: () => setReached(false) };
  return isTextCut ? { ...handlers, tabIndex: 0 } : handlers;
}

interface FullTextTooltipProps {
  readonly text: string;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onPoint: (isThere: boolean) => void;
}

/** The tooltip of a truncated text. A list has hundreds of texts, so it exists only while it is open. */
function FullTextTooltip({ text, triggerRef, onPoint }: FullTextTooltipProps) {
  return (
    <TooltipTrigger isOpen>
      <Tooltip
        size="large"
        triggerRef={triggerRef}
        placement="bottom start"
        offset={4}
        onMouseEnter={() => onPoint(true)}
        onMouseLeave={() => onPoint(false)}
      >
        <span dir="auto">{truncateWithEllipsis(text, MAX)}</span>
      </Tooltip>
    </TooltipTrigger>
  );
}

/**
 * A text of one or two lines that ends in an ellipsis if truncated; hover and focus show all of it in a
 * tooltip, which the pointer can enter and Escape closes. Only a truncated text is a tab stop.
 */
export function TruncatedText({
  text,
  rows,
  isFocused = false,
  isFocusable = false,
  words = NO_WORDS,
}: TruncatedTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isPointedAt, point] = usePointedAt();
  const [isReached, setReached] = useState(false);
  const isRested = useRestedFocus(isFocused);
  const isAsked = isPointedAt || isRested || isReached;
  const [isDismissed, dismiss] = useDismissal(isAsked);
  const isTextCut = useIsCut(element, isAsked || isFocusable);
  const isShown = isAsked && isTextCut && !isDismissed;
  useEscape(isShown, dismiss);

  return (
    <>
      <span
        ref={element}
        className={styles.clamp}
        data-lines={rows}
        dir="auto"
        onMouseEnter={() => point(true)}
        onMouseLeave={() => point(false)}
        {...(isFocusable ? createFocusProps(isTextCut, setReached) : {})}
      >
        <Highlighted text={truncateWithEllipsis(text, MAX)} words={words} />
      </span>
      {isShown && <FullTextTooltip text={text} triggerRef={element} onPoint={point} />}
    </>
  );
}
