import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { hasForeignDay, INBOX_LANGUAGE } from '#contract/inbox.ts';
import { useIdLabels } from '#renderer/records/query/id-words.ts';
import { QueryChips } from '#renderer/records/query/QueryChips.tsx';
import { QueryProblems } from '#renderer/records/query/QueryProblems.tsx';
import { QuerySearch } from '#renderer/records/query/QuerySearch.tsx';
import { useReadQuery } from '#renderer/records/query/use-read-query.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { inboxChipLabel, inboxMenus } from './inbox-filters.ts';
import { useInboxQuery } from './use-inbox-query.ts';
import { UtcDates } from './UtcDates.tsx';

const MAX_RECIPIENTS = 12;

/** For whom the lines on screen are; where there are none, for whom those before them were. */
function useRecipients(): readonly string[] {
  const rows = useStore(useStores().browsers.notification.list.store, (state) => state.rows);
  const found = [...new Set(rows.map(({ user }) => user))].filter((user) => user !== '');
  const [known, setKnown] = useState<readonly string[]>(found);
  if (found.length > 0 && found.join() !== known.join()) setKnown(found);
  return known.slice(0, MAX_RECIPIENTS);
}

/** Search and filters of the inbox. */
export function InboxTools() {
  const text = useText();
  const { inbox } = useStores();
  const query = useInboxQuery();
  const idLabels = useIdLabels();
  const recipients = useRecipients();
  const onText = useCallback((typed: string) => inbox.ask({ text: typed }), [inbox]);
  const search = { language: INBOX_LANGUAGE, text: query.text };
  const words = { text, idLabels };
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('inbox.search')} text={query.text} onText={onText} />
        <UtcDates text={query.text} onText={onText} />
      </div>
      <QueryProblems {...search} />
      <ForeignDay />
      <QueryChips
        {...search}
        onText={onText}
        menus={inboxMenus(words, recipients)}
        toText={(term, typed) => inboxChipLabel(words, term, typed)}
      />
    </div>
  );
}

/** Says that a day of the service's filters stands alone. */
function ForeignDay() {
  const text = useText();
  const { terms } = useReadQuery(INBOX_LANGUAGE, useInboxQuery().text);
  return (
    <div className="query-problems" aria-live="polite">
      {hasForeignDay(terms) && <p>{text('inbox.foreignDay')}</p>}
    </div>
  );
}
