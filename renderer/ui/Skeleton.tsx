import { useAnnouncement } from './Status.tsx';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly label: string;
  readonly rows: number;
  /** Height of one row in CSS pixels. */
  readonly rowHeight: number;
}

/** Placeholder rows, shown after a short delay so that fast responses do not flicker. */
export function Skeleton({ label, rows, rowHeight }: SkeletonProps) {
  // Half a second later: what arrives before is not announced as loading.
  useAnnouncement(label);
  return (
    <div className={styles.skeleton} data-part="skeleton">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonRow key={index} height={rowHeight} />
      ))}
    </div>
  );
}

/** One placeholder row. */
export function SkeletonRow({ height }: { readonly height: number }) {
  return (
    <div className={styles.skeletonRow} style={{ height }} aria-hidden="true">
      <span />
      <span />
    </div>
  );
}
