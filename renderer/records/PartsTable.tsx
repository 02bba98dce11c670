import type { ReactNode } from 'react';

/** A column of a table of repeated parts. `narrow` takes no more room than its words, `code` and `id` are as records have them. */
export interface PartsColumn<T> {
  readonly label: string;
  readonly width?: 'narrow' | 'code' | 'id';
  readonly renderCell: (part: T) => ReactNode;
}

interface PartsTableProps<T> {
  readonly parts: readonly T[];
  readonly columns: readonly PartsColumn<T>[];
}

function getClass<T>({ width }: PartsColumn<T>): { className?: string } {
  return width === undefined ? {} : { className: `parts-${width}` };
}

/** Repeated parts of a record as a table, first column aligned with the headings. Nothing where there are none. */
export function PartsTable<T>({ parts, columns }: PartsTableProps<T>) {
  if (parts.length === 0) return null;
  return (
    <table className="parts">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} {...getClass(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part, index) => (
          // Parts have no identity of their own: they may repeat, and are told apart by their place.
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.label} {...getClass(column)}>
                {column.renderCell(part)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
