import { useId } from 'react';
import { useStore } from 'zustand';
import { EmptyListNotice } from '#renderer/shared/query/QueryStatus.tsx';
import { ListContent } from '#renderer/shared/query/ListContent.tsx';
import { getShownRows } from '#renderer/state/list/list-window.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { getCompletionRequestTabCount } from '#renderer/state/forms/completion-requests.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { RequestHeadings, RequestRow } from './RequestRow.tsx';
import styles from './completion-requests.module.css';

const ROW_HEIGHTS = { comfortable: 56, compact: 48 };

/** The rows of the list, or its loading, empty or error state. */
export function RequestRows() {
  const text = useText();
  const { completions, preferences } = useStores();
  const { list, counts, updateQuery } = completions;
  const { text: search, days } = useStore(list.store, ({ filter }) => filter);
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  const all = useStore(counts, ({ counts: known }) =>
    known === null ? 0 : getCompletionRequestTabCount(known, 'all'),
  );
  const rowHeight = ROW_HEIGHTS[density];
  return (
    <ListContent
      list={list}
      rowHeight={rowHeight}
      empty={
        <EmptyListNotice
          kind="form"
          list={list}
          text={days === null ? search : `${search} ${days}`}
          onClear={() => updateQuery({ text: '', days: null })}
          all={all}
          onShowAll={() => updateQuery({ show: 'all' })}
          none={text('requests.none')}
        />
      }
    >
      <RequestGrid rowHeight={rowHeight} />
    </ListContent>
  );
}

function RequestGrid({ rowHeight }: { readonly rowHeight: number }) {
  const text = useText();
  const headingsId = useId();
  const { list, currentRow, anchor, select, selected: getSelected, move } = useStores().completions;
  const open = useGoToRecord();
  const state = useStore(list.store);
  const selected = useStore(currentRow, (value) => value.selected);
  const { rows, first, total, isFormer } = getShownRows(state);
  return (
    <div className={styles.requestGrid}>
      <RequestHeadings id={headingsId} />
      <VirtualList
        isGrid
        headingsId={headingsId}
        label={text('screen.completion-requests')}
        rows={rows}
        first={first}
        target={state.target}
        total={total}
        busyLabel={isFormer ? text('list.loading') : undefined}
        rowHeight={rowHeight}
        selected={selected}
        onOpen={select}
        onOpenSelected={() => {
          const row = getSelected();
          if (row !== null) open('form', row.form);
        }}
        onMove={(positions) => void move(positions)}
        onVisible={list.setVisible}
        anchorRef={anchor}
      >
        {(row, status) => <RequestRow row={row} {...status} />}
      </VirtualList>
    </div>
  );
}
