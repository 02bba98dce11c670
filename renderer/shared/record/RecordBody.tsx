import type { ReactNode } from 'react';
import './record.css';

/** The content of a record under its head, which scrolls. */
export function RecordBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="record-scroll" data-print="flow content">
      {children}
    </div>
  );
}
