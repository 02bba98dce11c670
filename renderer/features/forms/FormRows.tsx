import { useStore } from 'zustand';
import { FORM_LANGUAGE } from '#contract/form-list.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { QueryListRows } from '#renderer/records/query/QueryLines.tsx';
import { QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSearchedWords } from '#renderer/records/query/use-read-query.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { FormListRow } from './FormLine.tsx';
import { useFormQuery } from './use-form-query.ts';

/** The lines of the list of forms, in every state they can be in. */
export function FormRows() {
  const text = useText();
  const now = useNow();
  const { browsers, formList } = useStores();
  const query = useFormQuery();
  const all = useStore(formList.counts, ({ counts, text: of }) =>
    of === query.text ? (counts?.all ?? 0) : 0,
  );
  const words = useSearchedWords(FORM_LANGUAGE, query.text);
  const rowHeight = useRowHeight(words);
  return (
    <QueryRows
      list={browsers.form.list}
      rowHeight={rowHeight}
      empty={
        <QueryEmpty
          kind="form"
          list={browsers.form.list}
          text={query.text}
          onText={(typed) => formList.ask({ text: typed })}
          all={all}
          onShowAll={() => formList.ask({ tab: 'all' })}
          none={text('list.emptyForms')}
        />
      }
    >
      <QueryListRows label={text('place.forms')} browser={browsers.form} rowHeight={rowHeight}>
        {(row, { isFocused }) => <FormListRow row={row} now={now} words={words} isFocused={isFocused} />}
      </QueryListRows>
    </QueryRows>
  );
}
