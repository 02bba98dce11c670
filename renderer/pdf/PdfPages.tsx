import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { usePartialList } from '#renderer/shared/use-partial-list.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import type { OpenedPdf } from './pdf-document.ts';
import { PdfPageView } from './PdfPageView.tsx';
import styles from './pdf.module.css';

const ZOOM_STEP = 1.25;
const MIN_ZOOM = 0.25;
const MAX_ZOOM = 4;
const MARGIN_PX = 24;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of the first page in points; null until it is known. */
function useFirstSize({ pdf }: OpenedPdf): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const setIfCurrent = (next: Size): void => (isCurrent ? setSize(next) : undefined);
    // If the first page cannot be read, a default paper size is used; the page itself shows the error.
    pdf.getPage(1).then(
      (page) => setIfCurrent(page.getViewport({ scale: 1 })),
      () => setIfCurrent({ width: 595, height: 842 }),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf]);
  return size;
}

/** Width of an element in CSS pixels, updated when it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The pages of a PDF, one below the other, fitted to the pane's width unless the user has chosen a zoom. */
export function PdfPages({ opened }: { readonly opened: OpenedPdf }) {
  const text = useText();
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const size = useFirstSize(opened);
  const [zoom, setZoom] = useState<number | null>(null);
  const [numbers, more] = usePartialList(usePageNumbers(opened));
  const fit = size === null || width === 0 ? 1 : Math.max(0.1, (width - MARGIN_PX) / size.width);
  const scale = zoom ?? fit;
  const zoomBy = (factor: number): void => setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, scale * factor)));
  return (
    <div className={styles.pdf}>
      <ZoomBar
        percent={Math.round(scale * 100)}
        isFitToWidth={zoom === null}
        onZoom={zoomBy}
        onFit={() => setZoom(null)}
        pages={opened.pdf.numPages}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles.pdfScroll} tabIndex={0} aria-label={text('pdf.pages')}>
        {size !== null &&
          numbers.map((number) => (
            <PdfPageView key={number} opened={opened} number={number} scale={scale} typical={size} />
          ))}
        {more}
      </section>
    </div>
  );
}

function usePageNumbers({ pdf }: OpenedPdf): readonly number[] {
  const [numbers] = useState(() => Array.from({ length: pdf.numPages }, (_, index) => index + 1));
  return numbers;
}

interface ZoomBarProps {
  readonly percent: number;
  readonly pages: number;
  readonly isFitToWidth: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}

function ZoomBar({ percent, pages, isFitToWidth, onZoom, onFit }: ZoomBarProps) {
  const text = useText();
  return (
    <div className={styles.pdfBar}>
      <span className="tabular">{text('pdf.pageCount', { count: pages })}</span>
      <span className={styles.pdfZoom}>
        <Button
          size="small"
          tone="quiet"
          icon={<Icon of={Minus} />}
          aria-label={text('pdf.zoomOut')}
          onPress={() => onZoom(1 / ZOOM_STEP)}
        />
        <output className="tabular">{text('pdf.zoom', { percent })}</output>
        <Button
          size="small"
          tone="quiet"
          icon={<Icon of={Plus} />}
          aria-label={text('pdf.zoomIn')}
          onPress={() => onZoom(ZOOM_STEP)}
        />
        <Button size="small" tone="quiet" isDisabled={isFitToWidth} onPress={onFit}>
          {text('pdf.zoomFit')}
        </Button>
      </span>
    </div>
  );
}
