import type { ReactNode } from 'react';
import styles from './PrintSheet.module.css';

interface PrintSheetProps {
  /** `pages`: each section starts on a page of its own. */
  readonly layout?: 'table' | 'pages';
  readonly children: ReactNode;
}

/** What is printed instead of the window. It has to be a child of the page's body. */
export function PrintSheet({ layout = 'table', children }: PrintSheetProps) {
  return (
    <div className={styles.printSheet} data-print="sheet" data-layout={layout}>
      {children}
    </div>
  );
}

interface PrintTableHeadProps {
  /** How many columns the table has. */
  readonly columns: number;
  readonly children: ReactNode;
}

/** The heading of a printed table, repeated on each of its pages. */
export function PrintTableHead({ columns, children }: PrintTableHeadProps) {
  return (
    <tr>
      <th colSpan={columns} className={styles.printHead}>
        {children}
      </th>
    </tr>
  );
}

/** The time as of which a printed sheet is current, at the end of its heading. */
export function PrintTimestamp({ children }: { readonly children: ReactNode }) {
  return <span className={styles.printStamp}>{children}</span>;
}
