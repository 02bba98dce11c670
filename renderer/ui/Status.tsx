import { useEffect, useLayoutEffect, useRef, type HTMLAttributes, type ReactNode } from 'react';
import { announcer } from './announcer.ts';

/**
 * The only polite live region of the page. It stays readable while a dialog hides the rest of the page from screen
 * readers. Its words are no part of the page's text, in which they would be found and copied twice.
 */
export function LiveRegion() {
  const region = useRef<HTMLDivElement>(null);
  const content = useRef<ShadowRoot>(null);
  useLayoutEffect(() => {
    const host = region.current;
    if (host === null) return undefined;
    // In strict mode the effect runs twice, and an element has at most one such root.
    content.current ??= host.attachShadow({ mode: 'closed' });
    return announcer.attach(content.current);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `output` belongs to a `<form>` element
    <div ref={region} className="visually-hidden" role="status" data-react-aria-top-layer="true" />
  );
}

/**
 * Says words to screen readers when they change.
 * @param words empty where there is nothing to say, null while it is not known yet
 * @param occasion where it is given, the first known words after it has changed are said, and no others: those of a search, not
 *   those of each row that arrives later. Nothing is said for the first occasion.
 */
export function useAnnouncement(words: string | null, occasion?: string): void {
  const source = useRef({});
  const before = useRef(occasion);
  useEffect(() => {
    if (occasion !== undefined && (before.current === occasion || words === null)) return;
    before.current = occasion;
    announcer.say(source.current, words ?? '');
  }, [words, occasion]);
}

/** The text of an element, with a space between its parts. */
function readWords({ childNodes }: HTMLElement): string {
  return [...childNodes]
    .map((part) => part.textContent)
    .join(' ')
    .replaceAll(/\s+/gu, ' ');
}

interface StatusProps extends Pick<HTMLAttributes<HTMLElement>, 'className' | 'dir' | 'id'> {
  readonly 'data-part'?: string;
  readonly as?: 'span' | 'p' | 'div';
  /** Whether the first text is not announced: what belongs to a record is not news when the record is opened. */
  readonly isQuietAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A text that says what has happened. Screen readers are told when it appears and when it changes. */
export function Status({ as: Tag = 'span', isQuietAtFirst = false, children, ...attributes }: StatusProps) {
  const element = useRef<HTMLElement | null>(null);
  const isQuiet = useRef(isQuietAtFirst);
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const source = {};
    const say = (): void => announcer.say(source, readWords(shown));
    if (!isQuiet.current) say();
    isQuiet.current = false;
    const observer = new MutationObserver(say);
    observer.observe(shown, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      announcer.say(source, '');
    };
  }, []);
  return (
    <Tag
      {...attributes}
      ref={(mounted: HTMLElement | null) => {
        element.current = mounted;
      }}
    >
      {children}
    </Tag>
  );
}
