import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly label: string;
  readonly rows: number;
  /** Height of one row in CSS pixels. */
  readonly rowHeight: number;
}

/** Rows to come, shown after a moment so that quick answers do not flicker. */
export function Skeleton({ label, rows, rowHeight }: SkeletonProps) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonRow key={index} height={rowHeight} />
      ))}
    </output>
  );
}

/** One row to come. */
export function SkeletonRow({ height }: { readonly height: number }) {
  return (
    <div className={styles.skeletonRow} style={{ height }} aria-hidden="true">
      <span />
      <span />
    </div>
  );
}
