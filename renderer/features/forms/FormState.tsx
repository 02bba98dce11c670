import { useText } from '#renderer/text/text.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { FORM_SHAPES, type FormStanding } from './model.ts';

/** How a form stands, by mark and word. */
export function FormState({ standing }: { readonly standing: FormStanding }) {
  const text = useText();
  return (
    <>
      <StatusMark shape={FORM_SHAPES[standing]} />
      <span>{text(`form.state.${standing}`)}</span>
    </>
  );
}
