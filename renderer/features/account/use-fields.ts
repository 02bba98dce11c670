import { useRef, useState, type RefObject } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { EMPTY_DRAFT, getField, type Problems, type SignInDraft } from './model.ts';

type FieldName = keyof SignInDraft;

export interface Fields {
  readonly draft: SignInDraft;
  readonly isBusy: boolean;
  /** An answer of the desk that is about no field. */
  readonly trouble: string | null;
  /** Why the desk did not take the last draft; null where it did, or where that draft was changed since. */
  readonly refusal: ErrorCode | null;
  readonly set: (patch: Partial<SignInDraft>) => void;
  /** Checks, and if all is right sends; the tokens are let go once they were taken. */
  readonly submit: (check: (draft: SignInDraft) => Problems, send: Send) => Promise<void>;
  readonly textFor: (name: FieldName) => string | undefined;
  readonly inputs: Readonly<Record<FieldName, RefObject<HTMLInputElement | null>>>;
}

type Send = (draft: SignInDraft) => Promise<AppError | null>;

function useInputs(): Fields['inputs'] {
  return {
    baseUrl: useRef(null),
    accessToken: useRef(null),
    jwt: useRef(null),
    userId: useRef(null),
  };
}

/**
 * The state of a form with tokens. It lives with the form alone: no store ever holds a token.
 * @param start what stands in the fields at first, and again once the tokens were taken
 */
export function useFields(start: SignInDraft = EMPTY_DRAFT): Fields {
  const text = useText();
  const [draft, setDraft] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [answer, setAnswer] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const inputs = useInputs();
  const blamed = answer === null ? null : getField(answer);

  return {
    draft,
    isBusy,
    inputs,
    // Whose tokens they are is asked, not told.
    trouble:
      answer !== null && blamed === null && answer.code !== 'user-unconfirmed' ? errorSentence(answer) : null,
    refusal: answer?.code ?? null,
    set: (patch) => {
      setDraft({ ...draft, ...patch });
      setAnswer(null);
      // What was wrong with a field says nothing about what stands there now.
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name))),
      );
    },
    textFor: (name) => {
      const wrong = problems[name];
      if (wrong !== undefined) return text(`account.wrong.${wrong}`);
      return answer !== null && blamed === name ? errorSentence(answer) : undefined;
    },
    submit: async (check, send) => {
      const found = check(draft);
      setProblems(found);
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      const error = await send(draft);
      setBusy(false);
      setAnswer(error);
      if (error === null) setDraft(start);
    },
  };
}
