import { useEffect, useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { packPasswordSchema, MAX_PACK_PASSWORD_LENGTH, MIN_PACK_PASSWORD_LENGTH } from '#contract/pdfs.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { PrintedDay } from '#renderer/state/day/day-print.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './day.module.css';

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** What is wrong with a new password, as a text key. */
export type PackPasswordProblem = 'tooShort' | 'tooLong' | 'cannotType';

/** Character classes, and how many characters of each are in common use. */
const CHARACTER_CLASSES: readonly (readonly [kind: RegExp, size: number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 30],
];
const FAIR_BITS = 50;
const STRONG_BITS = 90;

/**
 * Estimates the strength from the number of guesses needed: repeated characters and runs such as `1234` count
 * once. There is no dictionary, so a short password is never called strong.
 */
export function getPasswordStrength(password: string): PasswordStrength {
  const points = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const surprising = points.filter((point, place) => Math.abs(point - (points[place - 1] ?? -9)) > 1);
  const counted = Math.min(surprising.length, 2 * new Set(points).size);
  const pool = CHARACTER_CLASSES.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = counted * Math.log2(Math.max(pool, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Returns why a password is rejected, or null. */
export function findPackPasswordProblem(password: string): PackPasswordProblem | null {
  if (password.length < MIN_PACK_PASSWORD_LENGTH) return 'tooShort';
  if (password.length > MAX_PACK_PASSWORD_LENGTH) return 'tooLong';
  return packPasswordSchema.safeParse(password).success ? null : 'cannotType';
}

interface PackDialogProps {
  readonly day: PrintedDay;
  readonly onClose: () => void;
}

/** Asks for the password of a downtime pack twice and creates the pack; or prints the same sheets. */
export function PackDialog({ day, onClose }: PackDialogProps) {
  const text = useText();
  const { date } = useDateFormat();
  const { print } = useStores().day;
  const { isBusy, saved } = useStore(print.store);
  // The previous pack's result may still be stored when the next one is requested.
  const [savedBefore] = useState(saved);
  useEffect(() => {
    if (saved !== null && saved !== savedBefore) onClose();
  }, [saved, savedBefore, onClose]);
  return (
    <ModalDialog
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <Heading slot="title" level={2}>
        {text('pack.title', { day: date(day.span.from) })}
      </Heading>
      <p>{text('pack.lead')}</p>
      <PasswordForm day={day} onClose={onClose} />
    </ModalDialog>
  );
}

const NO_PROBLEMS = { password: undefined, again: undefined };

/** The validation messages for the two inputs; undefined if valid. */
function useProblems(password: string, again: string) {
  const text = useText();
  const problem = findPackPasswordProblem(password);
  return {
    password:
      problem === null
        ? undefined
        : text(`pack.${problem}`, { least: MIN_PACK_PASSWORD_LENGTH, most: MAX_PACK_PASSWORD_LENGTH }),
    again: password === again ? undefined : text('pack.differs'),
  };
}

function PasswordForm({ day, onClose }: PackDialogProps) {
  const text = useText();
  const { print } = useStores().day;
  const { isBusy, problem } = useStore(print.store);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const problems = useProblems(password, again);
  const shown = isTried ? problems : NO_PROBLEMS;

  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const isGood = problems.password === undefined && problems.again === undefined;
    if (isGood && !isBusy) void print.pack(day, password);
  }
  function printAll(): void {
    onClose();
    void print.print(day, true);
  }
  return (
    <form className={styles.packForm} noValidate onSubmit={save}>
      <Field
        label={text('pack.password')}
        type="password"
        autoComplete="new-password"
        help={password === '' ? undefined : formatStrength(text, password)}
        error={shown.password}
        value={password}
        onChange={setPassword}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <Field
        label={text('pack.again')}
        type="password"
        autoComplete="new-password"
        error={shown.again}
        value={again}
        onChange={setAgain}
      />
      <p>{text('pack.keep')}</p>
      {problem !== null && (
        <p className="error-text" role="alert">
          {text('pack.failed')} {getErrorSentence(problem)}
        </p>
      )}
      <DialogActions>
        <Button type="submit" tone="primary" isDisabled={isBusy}>
          {text(isBusy ? 'pack.saving' : 'pack.save')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('pack.cancel')}
        </Button>
        <Button tone="quiet" isDisabled={isBusy} onPress={printAll}>
          {text('pack.paper')}
        </Button>
      </DialogActions>
      <p className="muted">{text('pack.paperNote')}</p>
    </form>
  );
}

function formatStrength(text: ReturnType<typeof useText>, password: string): string {
  return text('pack.strength', { word: text(`pack.strengths.${getPasswordStrength(password)}`) });
}

/** The result of the last downtime pack, until the user dismisses it. */
export function SavedPackNotice() {
  const text = useText();
  const { print } = useStores().day;
  const saved = useStore(print.store, (state) => state.saved);
  if (saved === null) return null;
  const { pages, missing } = saved;
  return (
    <section className={styles.dayStrip} data-phase="done">
      <output>
        {text('pack.saved', { count: pages })}{' '}
        {missing.length === 0
          ? text('pack.savedWhole')
          : text('pack.savedMissing', { count: missing.length })}
      </output>
      <Button size="small" tone="quiet" onPress={() => print.dismiss()}>
        {text('pack.close')}
      </Button>
    </section>
  );
}
