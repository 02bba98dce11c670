import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Status } from './Status.tsx';
import styles from './Toast.module.css';

/** The place of toasts, above the status bar. Their sentences are announced by `Status`. */
export function ToastRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles.toasts} aria-label={label} data-print="hide">
      {children}
    </section>
  );
}

interface ToastFrameProps {
  /** Label of the button that closes it. */
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** The frame of a message, which stays until the user closes it or it no longer applies. F6 leads to it, Escape closes it. */
export function ToastFrame({ dismissLabel, onDismiss, children }: ToastFrameProps) {
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onDismiss();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key that its buttons share
    <div className={styles.toast} data-part="toast" data-pane="toast" tabIndex={-1} onKeyDown={closeOnEscape}>
      {children}
      <Button
        size="small"
        tone="quiet"
        icon={<Icon shape={X} size={14} />}
        aria-label={dismissLabel}
        onPress={onDismiss}
      />
    </div>
  );
}

/** A further sentence of a toast, which the user should not miss. */
export function ToastNote({ children }: { readonly children: ReactNode }) {
  return (
    <Status as="p" className={styles.note}>
      {children}
    </Status>
  );
}

/** What the message of a toast is about, beside it. */
export function ToastAbout({ children }: { readonly children: ReactNode }) {
  return (
    <Status as="p" className={styles.about}>
      {children}
    </Status>
  );
}
