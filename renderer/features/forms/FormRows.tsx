import { useStore } from 'zustand';
import { FORM_LANGUAGE } from '#contract/form-list.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { fullLength, QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSoughtWords } from '#renderer/records/query/use-read-query.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { FormLine } from './FormLine.tsx';
import { useFormQuery } from './use-form-query.ts';

/** The lines of the list of forms, in every state they can be in. */
export function FormRows() {
  const text = useText();
  const now = useNow();
  const { browsers, formList } = useDesk();
  const { list, selection, anchor, open, openSelected, move } = browsers.form;
  const query = useFormQuery();
  const state = useStore(list.store);
  const selected = useStore(selection, (value) => value.selected);
  const all = useStore(formList.counts, ({ counts }) => counts?.all ?? 0);
  const words = useSoughtWords(FORM_LANGUAGE, query.text);
  const rowHeight = useRowHeight(words);
  return (
    <QueryRows
      list={list}
      rowHeight={rowHeight}
      empty={
        <QueryEmpty
          kind="form"
          text={query.text}
          onText={(typed) => formList.ask({ text: typed })}
          all={all}
          onShowAll={() => formList.ask({ tab: 'all' })}
          none={text('list.emptyForms')}
        />
      }
    >
      <VirtualList
        label={text('place.forms')}
        rows={state.rows}
        total={fullLength(state)}
        rowHeight={rowHeight}
        selected={selected}
        onOpen={open}
        onOpenSelected={openSelected}
        onMove={move}
        onLook={list.look}
        anchorRef={anchor}
      >
        {(row, { isFocused }) => <FormLine row={row} now={now} words={words} isFocused={isFocused} />}
      </VirtualList>
    </QueryRows>
  );
}
