import { Minus, Plus, Search } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PDF_KEYS } from '#renderer/shared/fixed-keys.ts';
import { useGetFixedKeyLabel } from '#renderer/shared/use-key-label.ts';
import { FindBar } from './find/FindBar.tsx';
import type { TextMatch } from './find/page-text.ts';
import { createPdfFind, type PdfFind } from './find/pdf-find.ts';
import type { OpenedPdf } from './pdf-document.ts';
import { PdfPageView } from './PdfPageView.tsx';
import styles from './pdf.module.css';
import { Status } from '#renderer/ui/Status.tsx';
import { getLatinKeyCharacter } from '#renderer/ui/keyboard.ts';

interface FindKeys {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

type FindAction = keyof Omit<FindKeys, 'isOpen'>;

/** Returns what a key does while the focus is in the pane of a PDF; null for nothing. */
function getAction(press: KeyboardEvent, isOpen: boolean): FindAction | null {
  const isControl = (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey;
  if (isControl && getLatinKeyCharacter(press).toLowerCase() === 'f') return 'onOpen';
  if (press.key === 'F3') return isOpen ? 'onStep' : 'onOpen';
  return press.key === 'Escape' && isOpen ? 'onClose' : null;
}

/** Listens for the keys of the search in a PDF while the focus is in its pane. */
function useFindKeys(insideRef: RefObject<HTMLElement | null>, keys: FindKeys): void {
  const keysRef = useRef(keys);
  useEffect(() => {
    keysRef.current = keys;
  });
  useEffect(() => {
    const pane = insideRef.current?.closest<HTMLElement>('[data-pdf-pane]');
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = event.defaultPrevented ? null : getAction(event, keysRef.current.isOpen);
      if (action === null) return;
      // Outside of the pane the same keys search the list and close the record.
      event.preventDefault();
      if (action === 'onStep') keysRef.current.onStep(event.shiftKey ? -1 : 1);
      else keysRef.current[action]();
    };
    pane?.addEventListener('keydown', onKeyDown);
    return () => pane?.removeEventListener('keydown', onKeyDown);
  }, [insideRef]);
}

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

const NO_MATCHES: readonly TextMatch[] = [];

/** The search in a PDF: whether its bar is open, and how it opens and closes. */
function useFind({ pdf, readText }: OpenedPdf, scroller: RefObject<HTMLElement | null>) {
  const [find] = useState<PdfFind>(() => createPdfFind(pdf.numPages, readText));
  const [isOpen, setOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const openedFrom = useRef<Element | null>(null);
  const open = (): void => {
    if (!isOpen) openedFrom.current = document.activeElement;
    setOpen(true);
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  const close = (): void => {
    setOpen(false);
    const back = openedFrom.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else scroller.current?.focus();
  };
  useFindKeys(scroller, { isOpen, onOpen: open, onStep: find.step, onClose: close });
  return { find, isOpen, inputRef, open, close };
}

/** Returns the number of the first page in view. */
function getPageInView(scroller: HTMLElement | null): number {
  const pages = [...(scroller?.querySelectorAll(':scope > figure') ?? [])];
  const top = scroller?.getBoundingClientRect().top ?? 0;
  return (
    Math.max(
      0,
      pages.findIndex((page) => page.getBoundingClientRect().bottom > top),
    ) + 1
  );
}

/**
 * The bar for zoom and search, and the pages one below the other, a hundred at first. They are as wide as the pane unless the
 * user has chosen a zoom.
 */
export function PdfPages({ opened }: { readonly opened: OpenedPdf }) {
  const text = useText();
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const size = useFirstSize(opened);
  const [zoom, setZoom] = useState<number | null>(null);
  const { find, isOpen: isFinding, inputRef, open, close } = useFind(opened, scroller);
  const { matches, current } = useStore(find.store);
  const all = usePageNumbers(opened);
  const [numbers, more] = useEntriesWithShowMoreButton(all, undefined, current?.page);
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
        onFind={open}
        pages={opened.pdf.numPages}
      />
      {isFinding && (
        <FindBar
          find={find}
          inputRef={inputRef}
          getPageInView={() => getPageInView(scroller.current)}
          onClose={close}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles.pdfScroll} tabIndex={0} aria-label={text('pdf.pages')}>
        {size !== null &&
          numbers.map((number) => (
            <PdfPageView
              key={number}
              opened={opened}
              number={number}
              scale={scale}
              typical={size}
              matches={matches.get(number) ?? NO_MATCHES}
              current={current?.page === number ? current : null}
            />
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
  readonly onFind: () => void;
}

function ZoomBar({ percent, pages, isFitToWidth, onZoom, onFit, onFind }: ZoomBarProps) {
  const text = useText();
  const keyLabel = useGetFixedKeyLabel();
  return (
    <div className={styles.pdfBar}>
      <span className="tabular">{text('pdf.pageCount', { count: pages })}</span>
      <span className={styles.pdfZoom}>
        <ButtonWithHint
          size="small"
          tone="quiet"
          icon={<Icon shape={Search} size={14} />}
          hint={text('pdfFind.label')}
          shortcut={keyLabel(PDF_KEYS.find)}
          onPress={onFind}
        >
          {text('pdfFind.open')}
        </ButtonWithHint>
        <Button
          size="small"
          tone="quiet"
          icon={<Icon shape={Minus} />}
          aria-label={text('pdf.zoomOut')}
          onPress={() => onZoom(1 / ZOOM_STEP)}
        />
        <Status className="tabular" isQuietAtFirst>
          {text('pdf.zoom', { percent })}
        </Status>
        <Button
          size="small"
          tone="quiet"
          icon={<Icon shape={Plus} />}
          aria-label={text('pdf.zoomIn')}
          onPress={() => onZoom(ZOOM_STEP)}
        />
        <ButtonWithDisabledReason
          size="small"
          tone="quiet"
          reason={isFitToWidth ? text('disabled.fitted') : null}
          onPress={onFit}
        >
          {text('pdf.zoomFit')}
        </ButtonWithDisabledReason>
      </span>
    </div>
  );
}
