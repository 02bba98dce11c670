import { FileText } from 'lucide-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import { type FormListRow as Row, FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import type { EpochMs } from '#contract/time.ts';
import { ListRow } from '#renderer/shared/query/ListRow.tsx';
import { RecordListRows } from '#renderer/shared/query/ListContent.tsx';
import { RowAge, RowFollowUp } from '#renderer/shared/query/RowParts.tsx';
import { useSearchedWords } from '#renderer/shared/query/use-query.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { toOpenRequestsAgeText, formatUnpublishedSince, formatUsableBy } from '../labels.ts';
import { FormPublicationStateLabel } from '../record/FormRecord.tsx';

interface FormListRowProps {
  readonly row: Row;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  /** The search words, to highlight them. */
  readonly words: readonly string[];
}

/** One row of the list of forms. Changes since it was last viewed are shown in bold. */
const FormListRow = memo(function FormListRow({ row, now, isFocused, words }: FormListRowProps) {
  const text = useText();
  const format = useDateFormat();
  const asked = toOpenRequestsAgeText(text, row, now, format);
  const unpublishedSince = formatUnpublishedSince(text, row.unpublishedSince, now, format);
  const hit = row.hit && { where: text(`formList.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <ListRow
      icon={<Icon shape={FileText} />}
      iconLabel={text('screen.forms')}
      name={row.name || text('form.unnamed')}
      words={words}
      isStrong={row.isChanged}
      row={row}
      isFocused={isFocused}
      aside={<RowAge age={asked} />}
      about={<span>{formatUsableBy(text, row)}</span>}
      state={
        <>
          <RowFollowUp followUp={row.followUp} now={now} />
          <FormPublicationStateLabel state={row.state} words={unpublishedSince} />
          {row.isChanged && <span className="visually-hidden">{text('query.row.changed')}</span>}
        </>
      }
      hit={hit}
    />
  );
});

/** The rows of the list of forms, or its loading, empty or error state. */
export function FormRows() {
  const text = useText();
  const now = useCurrentTime();
  const { browsers, formList } = useStores();
  const search = useStore(formList.list.store, ({ filter }) => filter.text);
  const words = useSearchedWords(FORM_SEARCH_SYNTAX, search);
  return (
    <RecordListRows
      list={formList}
      browser={browsers.form}
      label={text('screen.forms')}
      words={words}
      none={text('list.emptyForms')}
      onShowAll={() => formList.updateQuery({ tab: 'all' })}
    >
      {(row, { isFocused }) => <FormListRow row={row} now={now} words={words} isFocused={isFocused} />}
    </RecordListRows>
  );
}
