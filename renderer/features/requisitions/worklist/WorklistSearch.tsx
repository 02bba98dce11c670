import { useCallback } from 'react';
import { usePausedText } from '#renderer/records/use-paused-text.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { useParsedQuery, useQuery } from './use-query.ts';

const SHOWN = 40;

/** The search of the worklist, asked for when the typing pauses. */
export function WorklistSearch() {
  const text = useText();
  const { worklist } = useDesk();
  const applied = useQuery().text;
  const apply = useCallback((typed: string) => worklist.ask({ text: typed }), [worklist]);
  const [typed, setTyped] = usePausedText(applied, apply);
  return (
    <SearchBox
      label={text('worklist.search')}
      clearLabel={text('list.clearSearch')}
      value={typed}
      onChange={setTyped}
    />
  );
}

/** What of the search cannot be read, and that the rest holds. */
export function SearchProblems() {
  const text = useText();
  const { problems, terms } = useParsedQuery();
  return (
    <div className="search-problems" aria-live="polite">
      {problems.length > 0 && (
        <>
          <ul>
            {problems.map(({ token, why }) => (
              <li key={token.start} dir="auto">
                {text(`worklist.problem.${why}`, { token: shorten(token.text, SHOWN) })}
              </li>
            ))}
          </ul>
          {terms.length > 0 && <p>{text('worklist.problemsRest')}</p>}
        </>
      )}
    </div>
  );
}
