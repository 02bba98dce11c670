import type { HTMLAttributes, ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps extends Pick<HTMLAttributes<HTMLDivElement>, 'onKeyDown' | 'onBlur'> {
  /** Maximum width of the page's content. */
  readonly width?: 'narrow' | 'medium' | 'wide' | 'full';
  /**
   * `dense`: less space between its parts. `editor`: the heading stays at the top. `centered`: a page without
   * navigation.
   */
  readonly layout?: 'plain' | 'dense' | 'editor' | 'centered';
  readonly children: ReactNode;
}

/** A screen of one column, which scrolls as a whole. */
export function SingleColumnPage({
  width = 'narrow',
  layout = 'plain',
  children,
  onKeyDown,
  onBlur,
}: PageProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to key events of the fields inside
    <div
      className={styles.page}
      data-width={width}
      data-layout={layout}
      data-print="flow content"
      data-pane="list"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}
