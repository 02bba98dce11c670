import type { ReactNode } from 'react';
import styles from './record.module.css';

/** The scrolling content of a record, below its header. */
export function RecordBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.recordScroll} data-print="flow content">
      {children}
    </div>
  );
}
