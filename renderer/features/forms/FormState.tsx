import type { FormState as State } from '#contract/form.ts';
import { useText } from '#renderer/text/text.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { FORM_SHAPES } from './model.ts';

interface FormStateProps {
  readonly state: State;
  /** What says more than the word of the state; the word stays for those who hear it. */
  readonly words?: string | null;
}

/** How a form stands, by mark and word. */
export function FormState({ state, words = null }: FormStateProps) {
  const text = useText();
  return (
    <>
      <StatusMark shape={FORM_SHAPES[state]} />
      <span className={words === null ? undefined : 'visually-hidden'}>{text(`form.state.${state}`)}</span>
      {words !== null && <span>{words}</span>}
    </>
  );
}
