import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { hasForeignDay, INBOX_LANGUAGE } from '#contract/inbox.ts';
import { useIdWords } from '#renderer/records/query/id-words.ts';
import { QueryChips } from '#renderer/records/query/QueryChips.tsx';
import { QueryProblems } from '#renderer/records/query/QueryProblems.tsx';
import { QuerySearch } from '#renderer/records/query/QuerySearch.tsx';
import { useReadQuery } from '#renderer/records/query/use-read-query.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { inboxChipWords, inboxMenus } from './inbox-filters.ts';
import { useInboxQuery } from './use-inbox-query.ts';
import { UtcDates } from './UtcDates.tsx';

const MOST_RECIPIENTS = 12;

/** For whom the lines on screen are; where there are none, for whom those before them were. */
function useRecipients(): readonly string[] {
  const rows = useStore(useDesk().browsers.notification.list.store, (state) => state.rows);
  const found = [...new Set(rows.map(({ user }) => user))].filter((user) => user !== '');
  const [known, setKnown] = useState<readonly string[]>(found);
  if (found.length > 0 && found.join() !== known.join()) setKnown(found);
  return known.slice(0, MOST_RECIPIENTS);
}

/** Search and filters of the inbox. */
export function InboxTools() {
  const text = useText();
  const { inbox } = useDesk();
  const query = useInboxQuery();
  const idWords = useIdWords();
  const recipients = useRecipients();
  const onText = useCallback((typed: string) => inbox.ask({ text: typed }), [inbox]);
  const search = { language: INBOX_LANGUAGE, text: query.text };
  const words = { text, idWords };
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
        wordsOf={(term, typed) => inboxChipWords(words, term, typed)}
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
