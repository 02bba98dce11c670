import { codeLabel, findMoment } from './code-label.ts';
import { IdValue } from './IdValue.tsx';
import { fieldLabel } from './pending-words.ts';
import { TextValue } from './TextValue.tsx';
import { useSome } from './use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { When } from './When.tsx';
import { differing, shownValue, type Entry } from './values.ts';
import './field-value.css';

interface FieldValueProps {
  readonly value: unknown;
  /** The name of the service for the field that holds it: codes of a known field stand in words, and its times too. */
  readonly field?: string;
  /** The value it is held against: what differs in a text is marked. */
  readonly against?: unknown;
}

// Past this a text is read whole; marking its differences helps nobody and costs time.
const MAX_HIGHLIGHTED = 2000;

/** A value of the service for people: words, yes or no, an id, or a list of parts. */
export function FieldValue({ value, field = '', against }: FieldValueProps) {
  const text = useText();
  const words = codeLabel(text, field, value);
  const at = findMoment(field, value);
  if (words !== null) return <TextValue value={words} />;
  if (at !== null) return <When at={at} />;
  const shown = shownValue(value);
  switch (shown.as) {
    case 'nothing':
      return <span className="absent">{text('record.empty')}</span>;
    case 'yes-no':
      return <span>{text(shown.isYes ? 'record.yes' : 'record.no')}</span>;
    case 'id':
      return <IdValue id={shown.id} />;
    case 'words':
      return typeof against === 'string' && shown.words.length <= MAX_HIGHLIGHTED ? (
        <HighlightedText words={shown.words} other={against} />
      ) : (
        <TextValue value={shown.words} />
      );
    case 'entries':
      return <EntryList entries={shown.entries} />;
    case 'list':
      return <ValueList values={shown.values} />;
    case 'parts':
      return (
        <dl className="value-parts">
          {shown.parts.map(([name, part]) => (
            <div key={name}>
              <dt>{fieldLabel(text, name)}</dt>
              <dd>
                <FieldValue field={name} value={part} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

function HighlightedText({ words, other }: { readonly words: string; readonly other: string }) {
  const { before, differs, after } = differing(words, other.slice(0, MAX_HIGHLIGHTED * 2));
  return (
    <p className="long-text-words" dir="auto">
      {before}
      {differs !== '' && <mark>{differs}</mark>}
      {after}
    </p>
  );
}

function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  const [shown, more] = useSome(entries);
  return (
    <>
      <ul className="value-list">
        {shown.map(({ head, words }, index) => (
          <li key={index}>
            <bdi className="value-head">{head}</bdi> <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function ValueList({ values }: { readonly values: readonly unknown[] }) {
  const [shown, more] = useSome(values);
  return (
    <>
      <ul className="value-list">
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
