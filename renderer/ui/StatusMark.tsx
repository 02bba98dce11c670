import styles from './StatusMark.module.css';

/** Icon shapes that distinguish statuses without color; the label is beside the icon. */
export type StatusMarkShape =
  | 'ring'
  | 'ring-arrow'
  | 'filled'
  | 'tick'
  | 'square'
  | 'half'
  | 'triangle'
  | 'triangle-half'
  | 'triangle-filled';

function drawShape(shape: StatusMarkShape) {
  switch (shape) {
    case 'ring':
      return <circle cx="7" cy="7" r="5" />;
    case 'ring-arrow':
      return (
        <>
          <circle cx="7" cy="7" r="5.25" />
          <path d="M4.6 7h4.6M7.4 5.1 9.3 7 7.4 8.9" />
        </>
      );
    case 'half':
      return (
        <>
          <circle cx="7" cy="7" r="5" />
          <path d="M7 2a5 5 0 0 1 0 10z" fill="currentColor" stroke="none" />
        </>
      );
    case 'filled':
      return <circle cx="7" cy="7" r="5" fill="currentColor" />;
    case 'tick':
      return (
        <>
          <circle cx="7" cy="7" r="5.75" fill="currentColor" stroke="none" />
          <path d="m4.4 7.2 1.8 1.8 3.4-3.7" className={styles.markCut} />
        </>
      );
    case 'triangle':
      return <path d="M7 2.2 12.2 11.6H1.8z" />;
    case 'triangle-half':
      return (
        <>
          <path d="M7 2.2 12.2 11.6H1.8z" />
          <path d="M4.2 7.4h5.6l2.4 4.2H1.8z" fill="currentColor" stroke="none" />
        </>
      );
    case 'triangle-filled':
      return <path d="M7 2.2 12.2 11.6H1.8z" fill="currentColor" />;
    case 'square':
      return <rect x="2.5" y="2.5" width="9" height="9" />;
  }
}

/** A status icon, 14 pixels square. */
export function StatusMark({ shape }: { readonly shape: StatusMarkShape }) {
  return (
    <svg
      className={styles.mark}
      data-shape={shape}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      aria-hidden="true"
    >
      {drawShape(shape)}
    </svg>
  );
}
