import type { PDFPageProxy } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { useText } from '#renderer/text/text.ts';
import { highlightMatches } from './find/highlights.ts';
import type { TextMatch } from './find/page-text.ts';
import type { OpenedPdf } from './pdf-document.ts';
import styles from './pdf.module.css';

interface PdfPageViewProps {
  readonly opened: OpenedPdf;
  /** The number of the page, from 1. */
  readonly number: number;
  /** Zoom of the page, as CSS pixels per PDF point. */
  readonly scale: number;
  /** Size of the first page in points: the placeholder size of pages that are not loaded yet. */
  readonly typical: { readonly width: number; readonly height: number };
  /** What a search has found on the page. */
  readonly matches: readonly TextMatch[];
  /** The place of the current match among these, as a new object at each step; null if it is on another page. */
  readonly current: CurrentMatch | null;
}

interface CurrentMatch {
  readonly index: number;
}

const NEAR_MARGIN = '600px';

/** Returns whether an element is within or near the visible part of its scroll container. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: current.parentElement,
      rootMargin: NEAR_MARGIN,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

/** One page of a PDF: drawn only while it is near the visible part, with a transparent text layer over it. */
export const PdfPageView = memo(function PdfPageView(props: PdfPageViewProps) {
  const { opened, number, scale, typical, matches, current } = props;
  const text = useText();
  const { pdf } = opened;
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNear(frame);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isNear || page !== null) return;
    pdf.getPage(number).then(setPage, () => setFailed(true));
  }, [pdf, number, isNear, page]);
  useEffect(() => {
    // A page that is not near is drawn once it is in view; then its match is scrolled to.
    if (current !== null) frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const size = page === null ? typical : page.getViewport({ scale: 1 });
  return (
    <figure
      ref={frame}
      className={styles.pdfPage}
      dir="ltr"
      aria-label={text('pdf.page', { page: number, count: pdf.numPages })}
      style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }}
    >
      {page !== null && isNear && (
        <DrawnPage
          opened={opened}
          page={page}
          scale={scale}
          matches={matches}
          current={current}
          onFail={() => setFailed(true)}
        />
      )}
      {hasFailed && (
        <p role="alert" dir="auto">
          {text('pdf.pageFailed')}
        </p>
      )}
    </figure>
  );
});

/** The steps of a search that were scrolled to: scrolling away from a match does not lead back to it. */
const revealed = new WeakSet<CurrentMatch>();

/** Colours what a search has found on a page, and scrolls to the current match once. */
function useMatches(
  elements: readonly HTMLElement[] | null,
  { matches, current }: Pick<PdfPageViewProps, 'matches' | 'current'>,
): void {
  useEffect(() => {
    if (elements === null || matches.length === 0) return undefined;
    return highlightMatches(elements, matches, current?.index ?? null);
  }, [elements, matches, current]);
  useEffect(() => {
    if (elements === null || current === null || revealed.has(current)) return;
    revealed.add(current);
    const piece = matches[current.index]?.start.piece;
    if (piece !== undefined) elements[piece]?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [elements, matches, current]);
}

interface DrawnPageProps extends Pick<PdfPageViewProps, 'opened' | 'scale' | 'matches' | 'current'> {
  readonly page: PDFPageProxy;
  readonly onFail: () => void;
}

function DrawnPage({ opened, page, scale, matches, current, onFail }: DrawnPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const fail = useRef(onFail);
  const [elements, setElements] = useState<readonly HTMLElement[] | null>(null);
  useMatches(elements, { matches, current });
  useEffect(() => {
    if (canvas.current === null || words.current === null) return;
    let isCurrent = true;
    words.current.replaceChildren();
    const drawn = opened.drawPage(page, canvas.current, scale, window.devicePixelRatio);
    const rendered = opened.layText(page, words.current, scale);
    drawn.done.catch(() => isCurrent && fail.current());
    // A failed text layer is ignored: the drawn page can still be read.
    rendered.done.then(
      () => isCurrent && setElements(rendered.listElements()),
      () => {},
    );
    return () => {
      isCurrent = false;
      setElements(null);
      drawn.cancel();
      rendered.cancel();
    };
  }, [opened, page, scale]);
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={words} className={styles.pdfText} style={{ '--total-scale-factor': String(scale) }} />
    </>
  );
}
