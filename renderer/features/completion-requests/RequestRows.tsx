import { useStore } from 'zustand';
import { EmptyListNotice } from '#renderer/shared/query/QueryStatus.tsx';
import { ListRows } from '#renderer/shared/query/ListRows.tsx';
import { getListLength } from '#renderer/state/list/list-window.ts';
import { useOpenRecord } from '#renderer/shared/use-open-record.ts';
import { getCompletionRequestCount } from '#renderer/state/forms/completion-requests.ts';
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
  const { list, counts, currentRow, anchor, updateQuery, select, selected: selectedRow, move } = completions;
  const open = useOpenRecord();
  const state = useStore(list.store);
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  const all = useStore(counts, ({ counts: known }) =>
    known === null ? 0 : getCompletionRequestCount(known, 'all'),
  );
  const selected = useStore(currentRow, (value) => value.selected);
  const rowHeight = ROW_HEIGHTS[density];
  const { text: search, days } = state.filter;
  return (
    <ListRows
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
      <div className={styles.requestGrid}>
        <RequestHeadings />
        <VirtualList
          isGrid
          label={text('screen.completion-requests')}
          rows={state.rows}
          first={state.first}
          target={state.target}
          total={getListLength(state)}
          rowHeight={rowHeight}
          selected={selected}
          onOpen={select}
          onOpenSelected={() => {
            const row = selectedRow();
            if (row !== null) open('form', row.form);
          }}
          onMove={(positions) => void move(positions)}
          onVisible={list.setVisible}
          anchorRef={anchor}
        >
          {(row, status) => <RequestRow row={row} {...status} />}
        </VirtualList>
      </div>
    </ListRows>
  );
}
