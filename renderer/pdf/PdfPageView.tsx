import type { PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useText } from '#renderer/text/text.ts';
import type { OpenedPdf } from './pdf-document.ts';
import styles from './pdf.module.css';

interface PdfPageViewProps {
  readonly opened: OpenedPdf;
  /** From 1. */
  readonly number: number;
  /** CSS pixels per PDF point. */
  readonly scale: number;
  /** Size of the first page in points: the placeholder size of pages that are not loaded yet. */
  readonly typical: { readonly width: number; readonly height: number };
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
export function PdfPageView({ opened, number, scale, typical }: PdfPageViewProps) {
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
        <DrawnPage opened={opened} page={page} scale={scale} onFail={() => setFailed(true)} />
      )}
      {hasFailed && (
        <p role="alert" dir="auto">
          {text('pdf.pageFailed')}
        </p>
      )}
    </figure>
  );
}

interface DrawnPageProps {
  readonly opened: OpenedPdf;
  readonly page: PDFPageProxy;
  readonly scale: number;
  readonly onFail: () => void;
}

function DrawnPage({ opened, page, scale, onFail }: DrawnPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const fail = useRef(onFail);
  useEffect(() => {
    if (canvas.current === null || words.current === null) return;
    let isCurrent = true;
    words.current.replaceChildren();
    const drawings = [
      opened.drawPage(page, canvas.current, scale, window.devicePixelRatio),
      opened.layText(page, words.current, scale),
    ];
    const [drawn, rendered] = drawings;
    drawn?.done.catch(() => isCurrent && fail.current());
    // A page without its text layer can still be read.
    rendered?.done.catch(() => {});
    return () => {
      isCurrent = false;
      drawings.forEach(({ cancel }) => cancel());
    };
  }, [opened, page, scale]);
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={words} className={styles.pdfText} style={{ '--total-scale-factor': String(scale) }} />
    </>
  );
}
