import { GROUP_HEADING_HEIGHT_PX } from './virtual-rows.ts';
import styles from './VirtualList.module.css';

/** The heading of the topmost visible rows, shown while their own is scrolled out of view. */
export function StickyHeading({ text }: { readonly text: string | null }) {
  return (
    <div className={styles.virtualListSticky} aria-hidden="true">
      {text !== null && (
        <div className={styles.virtualListHeading} style={{ height: GROUP_HEADING_HEIGHT_PX }}>
          {text}
        </div>
      )}
    </div>
  );
}

interface HeadingProps {
  readonly text: string | null;
  readonly start: number;
}

/** A heading between rows. Hidden from screen readers, because every row repeats its content. */
export function Heading({ text, start }: HeadingProps) {
  if (text === null) return null;
  const style = { height: GROUP_HEADING_HEIGHT_PX, transform: `translateY(${start}px)` };
  return (
    <div className={styles.virtualListHeading} style={style} aria-hidden="true">
      {text}
    </div>
  );
}
