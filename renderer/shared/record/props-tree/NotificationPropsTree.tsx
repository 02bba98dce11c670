import { useMemo } from 'react';
import { toEpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { LongText } from '#renderer/ui/LongText.tsx';
import { isIdOrInIdFormat } from '#renderer/shared/ids/id-kinds.ts';
import { OpenableId } from '#renderer/shared/ids/IdMenu.tsx';
import { humanizeCode } from '#renderer/shared/humanize-code.ts';
import { TextValue } from '../FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { DateTime } from '../date-time.tsx';
import { parseProps, type PropsEntry, type PropsNode } from './read-props.ts';
import styles from '#renderer/shared/record/content.module.css';

/** Number of levels that are expanded initially. */
const EXPANDED_LEVELS = 2;
/** A timestamp in the service's format (section 2.1). */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

interface NotificationPropsTreeProps {
  /** The notification's `props` as JSON text, as stored in the cache. */
  readonly text: string;
}

/**
 * Shows an object of unknown shape as a tree in which ids open their records; a text that is not a JSON
 * object is shown as it is.
 */
export function NotificationPropsTree({ text: props }: NotificationPropsTreeProps) {
  const text = useText();
  const read = useMemo(() => parseProps(props), [props]);
  if (props === '' || read?.root.display === 'nothing') return <TextValue value="" />;
  if (read === null)
    return <LongText isCode text={props} moreLabel={(count) => text('record.showRest', { count })} />;
  return (
    <div className={styles.propsTree}>
      <Value node={read.root} level={0} />
      {read.isCut && <p className="muted">{text('inbox.props.cut')}</p>}
    </div>
  );
}

interface ValueProps {
  readonly node: PropsNode;
  readonly level: number;
}

function Value({ node, level }: ValueProps) {
  const text = useText();
  switch (node.display) {
    case 'group':
      return <Entries entries={node.entries} level={level} />;
    case 'text':
      return <Words words={node.text} />;
    case 'number':
      return <span className="tabular">{node.digits}</span>;
    case 'yes-no':
      return <span>{text(node.isYes ? 'record.yes' : 'record.no')}</span>;
    case 'nothing':
      return <span className="muted">{text('record.empty')}</span>;
    case 'deeper':
      return <span className="muted">{text('inbox.props.deeper')}</span>;
  }
}

function Words({ words }: { readonly words: string }) {
  if (isIdOrInIdFormat(words)) return <OpenableId id={words} />;
  const at = TIMESTAMP.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(at) ? <TextValue value={words} /> : <DateTime at={toEpochMs(at)} />;
}

interface EntriesProps {
  readonly entries: readonly PropsEntry[];
  readonly level: number;
}

function Entries({ entries, level }: EntriesProps) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(entries);
  if (entries.length === 0) return <span className="muted">{text('inbox.props.none')}</span>;
  return (
    <>
      <ul>
        {shown.map((entry, index) => (
          // A name may occur twice, so the position is the key.
          <li key={index}>
            <Entry entry={entry} place={index + 1} level={level} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

interface EntryProps {
  readonly entry: PropsEntry;
  /** Position of an element in its list, from 1; it stands for a name. */
  readonly place: number;
  readonly level: number;
}

function Entry({ entry: { name, node }, place, level }: EntryProps) {
  const text = useText();
  const label = <bdi>{name === null ? text('inbox.props.place', { place }) : humanizeCode(name)}</bdi>;
  if (node.display !== 'group' || node.entries.length === 0)
    return (
      <div className={styles.propsEntry}>
        <span className={styles.propsName}>{label}</span>
        <div className={styles.propsValue}>
          <Value node={node} level={level} />
        </div>
      </div>
    );
  return (
    <details open={level < EXPANDED_LEVELS}>
      <summary>
        <span className={styles.propsName}>{label}</span>{' '}
        <span className={styles.propsCount}>
          {text('inbox.props.entries', { count: node.entries.length })}
        </span>
      </summary>
      <Entries entries={node.entries} level={level + 1} />
    </details>
  );
}
