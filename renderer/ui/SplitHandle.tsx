import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './SplitHandle.module.css';

interface SplitHandleProps {
  readonly label: string;
  /** Width of the pane before the handle, in CSS pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** Called with the new width while the handle is dragged. */
  readonly onDrag: (width: number) => void;
  /** Called with the width when dragging ends. */
  readonly onRest: (width: number) => void;
}

const KEY_STEP = 16;
/** A pointer that moved less was not dragged, in CSS pixels. */
const PRESS_PX = 3;
/** How many widths a press goes through. */
const PRESS_WIDTHS = 4;

/** Returns the next wider of the widths that a press goes through; after the widest, the narrowest. */
function getNextWidth(width: number, min: number, max: number): number {
  const step = (max - min) / (PRESS_WIDTHS - 1);
  // Adds 1 before rounding down: a width is a whole number, which may be just below its step.
  const next = Math.round(min + step * (Math.floor((width - min + 1) / step) + 1));
  return next > max ? min : next;
}

/** Returns the change of the width for a movement to the right by that much: right to left, it is the opposite. */
function toWidening(toTheRight: number, element: Element): number {
  return element.matches(':dir(rtl)') ? -toTheRight : toTheRight;
}

/**
 * The divider between two panes, dragged or moved by arrow keys. A press without dragging, for users who cannot drag, goes
 * through a few widths.
 */
export function SplitHandle({ label, width, min, max, onDrag, onRest }: SplitHandleProps) {
  const dragged = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const clamp = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)));

  function begin(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { from: event.clientX, width };
  }
  function move(event: PointerEvent<HTMLDivElement>): void {
    const { current } = dragged;
    if (current === null) return;
    onDrag(clamp(current.width + toWidening(event.clientX - current.from, event.currentTarget)));
  }
  function end(event: PointerEvent<HTMLDivElement>): void {
    const { current } = dragged;
    if (current === null) return;
    dragged.current = null;
    const isPress = event.type === 'pointerup' && Math.abs(event.clientX - current.from) < PRESS_PX;
    onRest(isPress ? getNextWidth(current.width, min, max) : width);
  }
  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const steps: Record<string, number> = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onRest(clamp(width + toWidening(step, event.currentTarget)));
  }

  return (
    <div
      className={styles.splitHandle}
      data-print="hide"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is a widget, `<hr>` is not
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={handleKey}
    />
  );
}
