import { GripVertical } from 'lucide-react';
import { useId, type DragEvent } from 'react';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './pdf.module.css';

interface PdfDragHandleProps {
  /** Why the PDF may not leave the window, as text; null if it may. */
  readonly reason: string | null;
}

/**
 * What is dragged to another program or folder to give it the PDF. It has no key of its own: the button that saves a copy
 * does the same.
 */
export function PdfDragHandle({ reason }: PdfDragHandleProps) {
  const text = useText();
  const { calls, pdf: pdfStore } = useStores();
  const hintId = useId();
  const hint = reason ?? text('pdf.dragHint');

  function drag(event: DragEvent): void {
    // The page's own drag ends here; the main process begins one with a file.
    event.preventDefault();
    if (reason !== null) return;
    void pdfStore.runAction(
      (id) => calls['pdfs.drag']({ id }),
      ({ isStarted }) => (isStarted ? { what: 'dragged' } : null),
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button beside it does the same by keyboard
    <span
      className={styles.pdfDrag}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for the fields of a `<form>` element
      role="group"
      aria-label={text('pdf.drag')}
      aria-describedby={hintId}
      aria-disabled={reason !== null}
      draggable
      title={hint}
      onDragStart={drag}
    >
      <Icon shape={GripVertical} size={14} />
      {text('pdf.drag')}
      <span id={hintId} className="visually-hidden">
        {hint}
      </span>
    </span>
  );
}
