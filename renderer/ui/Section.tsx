import { createContext, type ReactNode, useContext, useId } from 'react';
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

const NestedContext = createContext(false);

/**
 * Sections of a record that is shown within another one. They have headings and are no landmarks, because the other record may
 * have sections of the same names.
 */
export function NestedSections({ children }: { readonly children: ReactNode }) {
  return <NestedContext value={true}>{children}</NestedContext>;
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
  const isNested = useContext(NestedContext);
  const Heading = `h${level}` as const;
  const content = (
    <>
      <Heading id={heading} className={styles.sectionTitle}>
        {title}
        {count !== undefined && <span className={styles.sectionCount}>{count}</span>}
        {mark}
      </Heading>
      {children}
    </>
  );
  if (isNested) return <div className={styles.section}>{content}</div>;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      {content}
    </section>
  );
}

/** A sentence under the title of a section, before its content. */
export function SectionLead({ children }: { readonly children: ReactNode }) {
  return <p className={styles.sectionLead}>{children}</p>;
}
