import { useText } from '#renderer/text/text.ts';
import { ProblemSummary } from '#renderer/ui/ProblemSummary.tsx';
import type { SignInDraft } from './model.ts';
import type { Fields } from './use-fields.ts';

const NAMES: readonly (keyof SignInDraft)[] = ['baseUrl', 'accessToken', 'jwt', 'userId'];

/** What is wrong with a form with tokens: field by field, or as a whole. */
export function FieldProblems({ fields }: { readonly fields: Fields }) {
  const text = useText();
  const problems = NAMES.flatMap((name) => {
    const words = fields.textFor(name);
    if (words === undefined) return [];
    return [
      { name, label: text(`account.${name}`), words, focus: () => fields.inputs[name].current?.focus() },
    ];
  });
  return (
    <>
      <ProblemSummary title={text('account.summary', { count: problems.length })} problems={problems} />
      {fields.trouble !== null && (
        <p className="page-error" role="alert">
          {fields.trouble}
        </p>
      )}
    </>
  );
}
