import { useStore } from 'zustand';
import { IdMenu } from '#renderer/shared/ids/IdMenu.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import styles from './directory.module.css';

const SHOWN = 20;

/** Ids of people and places without a name, by how many records contain them. */
export function UnnamedIds() {
  const text = useText();
  const { unnamed, total } = useStore(useStores().nameSuggestions.store);
  const [shown, more] = useEntriesWithShowMoreButton(unnamed, SHOWN);
  if (total === 0) return null;
  return (
    <Section level={2} title={text('names.unnamed.title', { count: total })}>
      <p className={styles.namesLead}>{text('names.unnamed.lead')}</p>
      <ObjectListTable
        align="baseline"
        parts={shown}
        columns={[
          { label: text('names.id'), width: 'id', renderCell: ({ id }) => <IdMenu id={id} /> },
          { label: text('names.unnamed.records'), width: 'narrow', renderCell: ({ records }) => records },
        ]}
      />
      {more}
      {total > unnamed.length && <p className="muted">{text('names.unnamed.cut')}</p>}
    </Section>
  );
}
