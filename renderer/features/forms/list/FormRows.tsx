import { FileText } from 'lucide-react';
import { useStore } from 'zustand';
import { type FormListRow as Row, FORM_LANGUAGE } from '#contract/forms.ts';
import type { EpochMs } from '#contract/time.ts';
import { ListRow } from '#renderer/shared/query/ListRow.tsx';
import { QueryListRows, QueryRows, useRowHeight } from '#renderer/shared/query/QueryRows.tsx';
import { QueryEmpty } from '#renderer/shared/query/QueryStatus.tsx';
import { RowFollowUp, RowHit } from '#renderer/shared/query/RowParts.tsx';
import { useSearchedWords } from '#renderer/shared/query/use-query.ts';
import { useFormat, useNow } from '#renderer/shared/record/When.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { requestedText, unpublishedSinceText, usableText } from '../labels.ts';
import { FormState } from '../record/FormRecord.tsx';
import { useFormQuery } from './form-filters.ts';

interface FormListRowProps {
  readonly row: Row;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  /** The search words, to highlight them. */
  readonly words: readonly string[];
}

/** One row of the list of forms. Changes since it was last viewed are shown in bold. */
function FormListRow({ row, now, isFocused, words }: FormListRowProps) {
  const text = useText();
  const format = useFormat();
  const asked = requestedText(text, row, now, format);
  const unpublishedSince = unpublishedSinceText(text, row.unpublishedSince, now, format);
  const hit = row.hit && { where: text(`formList.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <ListRow
      icon={<Icon of={FileText} />}
      iconLabel={text('place.forms')}
      name={row.name || text('form.unnamed')}
      words={words}
      isStrong={row.isChanged}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={
        asked !== null && (
          <span className="line-age" data-tone={asked.tone}>
            {asked.words}
          </span>
        )
      }
      about={<span>{usableText(text, row)}</span>}
      state={
        <>
          <RowFollowUp followUp={row.followUp} now={now} />
          <FormState state={row.state} words={unpublishedSince} />
          {row.isChanged && <span className="visually-hidden">{text('query.line.changed')}</span>}
        </>
      }
      below={words.length > 0 && <RowHit hit={hit} words={words} />}
    />
  );
}

/** The rows of the list of forms, or its loading, empty or error state. */
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
