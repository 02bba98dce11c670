import type { ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { LongText } from '#renderer/ui/LongText.tsx';
import { getCodeLabel, parseTimeField } from '../code-label.ts';
import { IdValue } from '../ids/IdMenu.tsx';
import { getFieldLabel } from '../pending/pending-labels.ts';
import { useEntriesWithShowMoreButton } from '../use-partial-list.tsx';
import { DateTime } from './date-time.tsx';
import { splitAtDifferingWords, toValueDisplay, type NamedEntryWithDescription } from './values.ts';
import textStyles from '#renderer/ui/Text.module.css';
import styles from './content.module.css';

/** A text of the service, unchanged, or "Not given". */
export function TextValue({ value }: { readonly value: string }) {
  const text = useText();
  if (value.trim() === '') return <p className="muted">{text('record.empty')}</p>;
  return <LongText text={value} moreLabel={(count) => text('record.showRest', { count })} />;
}

interface FieldValueProps {
  readonly value: unknown;
  /** The API's name of the field: codes and times of known fields are formatted. */
  readonly field?: string;
  /** The value to compare with: differences within a text are highlighted. */
  readonly comparedWith?: unknown;
}

// Longer texts are not compared: that would be slow and hard to read.
const MAX_HIGHLIGHTED = 2000;

/** A value of the service for display: text, yes or no, an id, or a list. */
export function FieldValue({ value, field = '', comparedWith }: FieldValueProps) {
  const text = useText();
  const label = getCodeLabel(text, field, value);
  const at = parseTimeField(field, value);
  if (label !== null) return <TextValue value={label} />;
  if (at !== null) return <DateTime at={at} />;
  return <PlainValue value={value} comparedWith={comparedWith} />;
}

function PlainValue({ value, comparedWith }: Omit<FieldValueProps, 'field'>) {
  const text = useText();
  const shown = toValueDisplay(value);
  switch (shown.display) {
    case 'nothing':
      return <span className="muted">{text('record.empty')}</span>;
    case 'yes-no':
      return <span>{text(shown.isYes ? 'record.yes' : 'record.no')}</span>;
    case 'id':
      return <IdValue id={shown.id} />;
    case 'words':
      return typeof comparedWith === 'string' && shown.words.length <= MAX_HIGHLIGHTED ? (
        <HighlightedText words={shown.words} comparedWith={comparedWith} />
      ) : (
        <TextValue value={shown.words} />
      );
    case 'entries':
      return <EntryList entries={shown.entries} />;
    case 'list':
      return <ValueList values={shown.values} />;
    case 'parts':
      return (
        <dl className={styles.valueParts}>
          {shown.parts.map(([name, part]) => (
            <div key={name}>
              <dt>{getFieldLabel(text, name)}</dt>
              <dd>
                <FieldValue field={name} value={part} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

function HighlightedText({ words, comparedWith }: { readonly words: string; readonly comparedWith: string }) {
  const { before, differs, after } = splitAtDifferingWords(words, comparedWith.slice(0, MAX_HIGHLIGHTED * 2));
  return (
    <p className={textStyles.longTextWords} dir="auto">
      {before}
      {differs !== '' && <mark>{differs}</mark>}
      {after}
    </p>
  );
}

function EntryList({ entries }: { readonly entries: readonly NamedEntryWithDescription[] }) {
  const [shown, more] = useEntriesWithShowMoreButton(entries);
  return (
    <>
      <ul className={styles.valueList}>
        {shown.map(({ head, words }, index) => (
          <li key={index}>
            <bdi className={styles.valueHead}>{head}</bdi> <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function ValueList({ values }: { readonly values: readonly unknown[] }) {
  const [shown, more] = useEntriesWithShowMoreButton(values);
  return (
    <>
      <ul className={styles.valueList}>
        {shown.map((value, index) => (
          <li key={index}>
            <FieldValue value={value} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/**
 * A column of a table of parts. `narrow` is as wide as its content; `code` and `id` are formatted as in
 * records; `word` has room for the codes of the service, which are not broken while they are of a usual length.
 */
export interface ObjectListColumn<T> {
  readonly label: string;
  readonly width?: 'narrow' | 'code' | 'id' | 'word';
  readonly renderCell: (part: T) => ReactNode;
}

interface ObjectListTableProps<T> {
  readonly parts: readonly T[];
  /** Returns the id of a part, where parts have one: then a row keeps the focus when rows before it come or go. */
  readonly getKey?: (part: T) => string;
  readonly columns: readonly ObjectListColumn<T>[];
  readonly align?: 'top' | 'baseline';
  /**
   * How a part is shown in a narrow record or page: in `lines`, the first column in a line of its own and each of the others
   * beside its label; or in two columns.
   */
  readonly whenNarrow?: 'lines' | 'columns';
}

/** A record's list of objects as a table. Renders nothing for an empty list. */
export function ObjectListTable<T>({
  parts,
  getKey,
  columns,
  align = 'top',
  whenNarrow = 'lines',
}: ObjectListTableProps<T>) {
  if (parts.length === 0) return null;
  return (
    <table className={styles.parts} data-align={align} data-narrow={whenNarrow}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" data-width={column.width}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part, index) => (
          // Most parts have no id and may be identical, so the position is the key.
          <tr key={getKey?.(part) ?? index}>
            {columns.map((column) => (
              <td key={column.label} data-width={column.width} data-label={column.label}>
                {column.renderCell(part)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
