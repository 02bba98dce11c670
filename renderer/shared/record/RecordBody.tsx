import type { ReactNode } from 'react';
import styles from './record.module.css';

/** The content of a record under its head, which scrolls. */
export function RecordBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.recordScroll} data-print="flow content">
      {children}
    </div>
  );
}
