import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './SplitHandle.module.css';

interface SplitHandleProps {
  readonly label: string;
  /** Width of the pane before the handle, in CSS pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** Called while the handle is dragged. */
  readonly onDrag: (width: number) => void;
  /** Called when dragging ends. */
  readonly onRest: (width: number) => void;
}

const KEY_STEP = 16;

/** Returns the change of the width for a movement to the right by that much: right to left, it is the opposite. */
function toWidening(toTheRight: number, element: Element): number {
  return element.matches(':dir(rtl)') ? -toTheRight : toTheRight;
}

/** The divider between two panes, moved by pointer or arrow keys. */
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
  function end(): void {
    if (dragged.current === null) return;
    dragged.current = null;
    onRest(width);
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
