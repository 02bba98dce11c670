import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** How many there are, shown beside the title. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** A part of a record or a page, under its heading. */
export function Section({ title, count, children }: SectionProps) {
  const heading = useId();
  return (
    <section className="section" aria-labelledby={heading}>
      <h2 id={heading}>
        {title}
        {count !== undefined && <span className="section-count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}
