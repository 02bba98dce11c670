import { useEffect, useRef, useState, type RefObject, type FormEvent } from 'react';
import { useStore } from 'zustand';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { ProblemSummary } from '#renderer/ui/ProblemSummary.tsx';
import {
  completeAddress,
  EMPTY_SIGN_IN,
  getSignInErrorField,
  getSignInErrorSentence,
  type SignInProblems,
  type SignInDraft,
  toSignInInput,
  validateSignIn,
  decodeJwtUserId,
} from './model.ts';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './accounts.module.css';

type FieldName = keyof SignInDraft;

interface Fields {
  readonly draft: SignInDraft;
  readonly isBusy: boolean;
  /** An error of the main process that does not concern a single field. */
  readonly generalError: string | null;
  /** Why the last input was rejected; null if it was accepted or has changed since. */
  readonly refusal: ErrorCode | null;
  readonly set: (patch: Partial<SignInDraft>) => void;
  /** Validates and submits the input; the tokens are cleared once they are accepted. */
  readonly submit: (check: (draft: SignInDraft) => SignInProblems, send: Send) => Promise<void>;
  readonly textFor: (name: FieldName) => string | undefined;
  readonly inputs: Readonly<Record<FieldName, RefObject<HTMLInputElement | null>>>;
}

/** The fields of a sign-in that are kept over a lock. */
interface KeptFields {
  readonly values: Pick<SignInDraft, 'baseUrl' | 'userId'>;
  readonly change: (typed: KeptFields['values']) => void;
  readonly drop: () => void;
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
 * State of fields for tokens. It is component state only: no store ever holds a token.
 * @param start the initial values of the fields, and their values after a successful sign-in
 * @param kept address and user, where they are typed in these fields and outlast a lock
 */
export function useTokenFields(start: SignInDraft = EMPTY_SIGN_IN, kept?: KeptFields): Fields {
  const text = useText();
  const [typed, setTyped] = useState(start);
  const draft = { ...typed, ...kept?.values };
  const [problems, setProblems] = useState<SignInProblems>({});
  const [answer, setAnswer] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const inputs = useInputs();
  const blamed = answer === null ? null : getSignInErrorField(answer);

  return {
    draft,
    isBusy,
    inputs,
    // Where it is unknown whose tokens these are, a dialog asks the user instead of an error.
    generalError:
      answer !== null && blamed === null && answer.code !== 'user-unconfirmed'
        ? getSignInErrorSentence(text, answer)
        : null,
    refusal: answer?.code ?? null,
    set: (patch) => {
      const next = { ...draft, ...patch };
      setTyped(next);
      kept?.change({ baseUrl: next.baseUrl, userId: next.userId });
      setAnswer(null);
      // The previous error of a field does not apply to its new value.
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name))),
      );
    },
    textFor: (name) => {
      const wrong = problems[name];
      if (wrong !== undefined) return text(`account.wrong.${wrong}`);
      return answer !== null && blamed === name ? getSignInErrorSentence(text, answer) : undefined;
    },
    submit: async (check, send) => {
      const found = check(draft);
      setProblems(found);
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      const error = await send(draft);
      setBusy(false);
      setAnswer(error);
      if (error !== null) return;
      setTyped(start);
      kept?.drop();
    },
  };
}

const NAMES: readonly (keyof SignInDraft)[] = ['baseUrl', 'accessToken', 'jwt', 'userId'];

/** The validation errors, each linked to its field, and the error that concerns no single field. */
export function TokenProblemSummary({ fields }: { readonly fields: Fields }) {
  const text = useText();
  const problems = NAMES.flatMap((name) => {
    const message = fields.textFor(name);
    if (message === undefined) return [];
    return [
      { name, label: text(`account.${name}`), message, focus: () => fields.inputs[name].current?.focus() },
    ];
  });
  return (
    <>
      <ProblemSummary title={text('account.summary', { count: problems.length })} problems={problems} />
      {fields.generalError !== null && (
        <p className="error-text" role="alert">
          {fields.generalError}
        </p>
      )}
    </>
  );
}

interface TokenFieldsProps {
  readonly fields: Fields;
  readonly onJwt: (jwt: string) => void;
  readonly isFirst?: boolean;
}

/** The two tokens (service's document, section 5), masked like passwords. */
export function TokenFields({ fields, onJwt, isFirst = false }: TokenFieldsProps) {
  const text = useText();
  return (
    <>
      <Field
        label={text('account.accessToken')}
        type="password"
        value={fields.draft.accessToken}
        error={fields.textFor('accessToken')}
        inputRef={fields.inputs.accessToken}
        onChange={(accessToken) => fields.set({ accessToken })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened these fields
        autoFocus={isFirst}
        isRequired
      />
      <Field
        label={text('account.jwt')}
        type="password"
        value={fields.draft.jwt}
        error={fields.textFor('jwt')}
        inputRef={fields.inputs.jwt}
        onChange={onJwt}
        isRequired
      />
    </>
  );
}

/** Fields to sign in to a clinic's service: address, both tokens, user id. */
export function SignInFields() {
  const text = useText();
  const { session, computer, welcomeAndTour } = useStores();
  // The base address that the command line suggests, if any; the user can replace it.
  const hinted = useStore(session.store, ({ app }) => app?.baseUrlHint ?? '');
  const fixed = useStore(computer.store, (state) => getPolicy(state)?.baseUrl ?? null);
  const start = { ...EMPTY_SIGN_IN, baseUrl: hinted };
  const [values, change, drop] = useUnsavedInput(
    { editor: 'sign-in', subjectId: '' },
    { baseUrl: start.baseUrl, userId: start.userId },
  );
  const fields = useTokenFields(start, { values, change, drop });
  const baseUrl = fixed ?? fields.draft.baseUrl;
  const [hint, setHint] = useState<string | null>(null);
  const takesFocus = useStore(welcomeAndTour.store, (state) => state.isSigningIn);
  const { baseUrl: addressInput } = fields.inputs;
  useEffect(() => {
    if (!takesFocus) return;
    addressInput.current?.focus();
    welcomeAndTour.endSignInChoice();
  }, [takesFocus, addressInput, welcomeAndTour]);

  // Shows the address that is used, before anything is sent to it.
  function completeTyped(): void {
    const completed = completeAddress(fields.draft.baseUrl);
    if (completed !== fields.draft.baseUrl) fields.set({ baseUrl: completed });
  }

  // Fills in the user id from the JWT unless the user has typed one.
  function takeJwt(jwt: string): void {
    const { userId } = fields.draft;
    const isOwn = userId !== '' && userId !== hint;
    const found = decodeJwtUserId(jwt);
    setHint(found);
    fields.set(isOwn ? { jwt } : { jwt, userId: found ?? '' });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit(
      (draft) => validateSignIn({ ...draft, baseUrl }),
      async (draft) => {
        const isFirst = welcomeAndTour.isNewcomer();
        const error = await session.signIn(toSignInInput({ ...draft, baseUrl }));
        if (error === null && isFirst) welcomeAndTour.startTour();
        return error;
      },
    );
  }

  const isHinted = hint !== null && fields.draft.userId === hint;
  return (
    <form className={styles.accountForm} onSubmit={submit} noValidate>
      <TokenProblemSummary fields={fields} />
      <Field
        label={text('account.baseUrl')}
        help={text(fixed === null ? 'account.baseUrlHelp' : 'policy.fixed')}
        type="url"
        value={baseUrl}
        isReadOnly={fixed !== null}
        error={fields.textFor('baseUrl')}
        inputRef={fields.inputs.baseUrl}
        onChange={(baseUrl) => fields.set({ baseUrl })}
        onBlur={completeTyped}
        isRequired
      />
      <TokenFields fields={fields} onJwt={takeJwt} />
      <Field
        label={text('account.userId')}
        help={text(isHinted ? 'account.userIdHint' : 'account.userIdHelp')}
        value={fields.draft.userId}
        error={fields.textFor('userId')}
        inputRef={fields.inputs.userId}
        onChange={(userId) => fields.set({ userId })}
      />
      <div className={fieldStyles.formActions}>
        <Button tone="primary" type="submit" isPending={fields.isBusy}>
          {text(fields.isBusy ? 'account.signingIn' : 'account.signIn')}
        </Button>
      </div>
    </form>
  );
}
