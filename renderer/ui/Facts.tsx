import type { ReactNode } from 'react';
import './facts.css';

/** Labels and values in aligned columns. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** Something to say about the value, beside its label. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** One label with its value. */
export function Fact({ label, mark, children }: FactProps) {
  return (
    <div className="fact">
      <dt>
        {label}
        {mark}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
