import type { AnyTerm, QueryLanguage } from '#contract/query-language.ts';
import { useText } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { useReadQuery } from './use-read-query.ts';
import './query.css';

const SHOWN = 40;

interface QueryProblemsProps<O extends string, T extends AnyTerm> {
  readonly language: QueryLanguage<O, T>;
  readonly text: string;
}

/** What of a search cannot be read, and that the rest holds. */
export function QueryProblems<O extends string, T extends AnyTerm>({
  language,
  text: search,
}: QueryProblemsProps<O, T>) {
  const text = useText();
  const { problems, terms } = useReadQuery(language, search);
  return (
    <div className="query-problems" aria-live="polite">
      {problems.length > 0 && (
        <>
          <ul>
            {problems.map(({ token, why }) => (
              <li key={token.start} dir="auto">
                {text(`query.problem.${why}`, { token: shorten(token.text, SHOWN) })}
              </li>
            ))}
          </ul>
          {terms.length > 0 && <p>{text('query.problemsRest')}</p>}
        </>
      )}
    </div>
  );
}
