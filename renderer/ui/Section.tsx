import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

/** Labels and values in aligned columns. */
export function LabelledValueList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** A badge beside the label. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** One label with its value in a `LabelledValueList`. */
export function LabelledValue({ label, mark, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>
        {label}
        {mark}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Number of items, shown beside the title. */
  readonly count?: number;
  /** A badge beside the title. */
  readonly mark?: ReactNode;
  /** 2 on a page, 3 inside a record, which has a heading of its own. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a record or a page, with a heading. */
export function Section({ title, count, mark, level = 3, children }: SectionProps) {
  const heading = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <Heading id={heading} className={styles.sectionTitle}>
        {title}
        {count !== undefined && <span className={styles.sectionCount}>{count}</span>}
        {mark}
      </Heading>
      {children}
    </section>
  );
}

/** A sentence under the title of a section, before its content. */
export function SectionLead({ children }: { readonly children: ReactNode }) {
  return <p className={styles.sectionLead}>{children}</p>;
}
