import { useText } from '#renderer/text/text.ts';
import { focusPane } from '#renderer/ui/panes.ts';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { usePausedText } from '../use-paused-text.ts';
import './query.css';

interface QuerySearchProps {
  readonly label: string;
  /** The search that holds. */
  readonly text: string;
  /** Hands on what was typed, when the typing pauses. The same function at every drawing. */
  readonly onText: (text: string) => void;
}

/** The search line of a list, asked for when the typing pauses. */
export function QuerySearch({ label, text: applied, onText }: QuerySearchProps) {
  const text = useText();
  const [typed, setTyped, applyNow] = usePausedText(applied, onText);
  function leave(): void {
    applyNow();
    focusPane('list');
  }
  return (
    <SearchBox
      label={label}
      clearLabel={text('list.clearSearch')}
      value={typed}
      onChange={setTyped}
      onDone={leave}
    />
  );
}
