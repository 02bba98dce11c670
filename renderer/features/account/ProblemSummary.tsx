import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

interface ProblemSummaryProps {
  readonly problems: readonly {
    readonly name: string;
    readonly label: string;
    readonly words: string;
    readonly focus: () => void;
  }[];
}

/** All that is wrong with a form, each line leading to its field. */
export function ProblemSummary({ problems }: ProblemSummaryProps) {
  const text = useText();
  if (problems.length === 0) return null;
  return (
    <div className="problems" role="alert">
      <p>{text('account.summary', { count: problems.length })}</p>
      <ul>
        {problems.map(({ name, label, words, focus }) => (
          <li key={name}>
            <Button tone="quiet" size="small" onPress={focus}>
              {label}
            </Button>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
