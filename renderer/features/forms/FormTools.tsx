import { useCallback } from 'react';
import { useStore } from 'zustand';
import { FORM_LANGUAGE, FORM_TABS } from '#contract/form-list.ts';
import { NewForm } from '#renderer/records/forms/NewForm.tsx';
import { useIdLabels } from '#renderer/records/query/id-words.ts';
import { QueryChips } from '#renderer/records/query/QueryChips.tsx';
import { QueryProblems } from '#renderer/records/query/QueryProblems.tsx';
import { QuerySearch } from '#renderer/records/query/QuerySearch.tsx';
import { QueryTabs } from '#renderer/records/query/QueryTabs.tsx';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { formChipLabel, formMenus } from './form-filters.ts';
import { useFormQuery } from './use-form-query.ts';

/** Search, filters and tabs of the list of forms. */
export function FormTools() {
  const text = useText();
  const { browsers, formList } = useStores();
  const query = useFormQuery();
  const counts = useTrueCounts(
    'form',
    browsers.form.list,
    useStore(formList.counts, (state) => state.counts),
    ({ all }) => all,
  );
  const idLabels = useIdLabels();
  const onText = useCallback((typed: string) => formList.ask({ text: typed }), [formList]);
  const search = { language: FORM_LANGUAGE, text: query.text };
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('formList.search')} text={query.text} onText={onText} />
        <NewForm />
      </div>
      <QueryProblems {...search} />
      <QueryChips
        {...search}
        onText={onText}
        menus={formMenus(text)}
        toText={(term, typed) => formChipLabel({ text, idLabels }, term, typed)}
      />
      <QueryTabs
        label={text('formList.tabs')}
        tabs={FORM_TABS.map((id) => ({
          id,
          label: text(`formList.tab.${id}`),
          count: counts?.[id] ?? null,
        }))}
        open={query.tab}
        onOpen={(tab) => formList.ask({ tab })}
      />
    </div>
  );
}
