import type { ReactNode } from 'react';
import './facts.css';

/** Labels and values in aligned columns. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** One label with its value. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
