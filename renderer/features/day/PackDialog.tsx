import { useEffect, useState, type FormEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#contract/pack.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import type { PrintedDay } from '#renderer/state/day-print.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { passwordProblem, getStrength } from './password.ts';
import '#renderer/ui/dialog.css';

interface PackDialogProps {
  readonly day: PrintedDay;
  readonly onClose: () => void;
}

/** Asks for the password of a downtime pack, twice, and has it made; or prints the same sheets. */
export function PackDialog({ day, onClose }: PackDialogProps) {
  const text = useText();
  const { date } = useFormat();
  const { print } = useStores().day;
  const { isBusy, saved } = useStore(print.store);
  // The pack before may still be told of when the next one is asked for.
  const [savedBefore] = useState(saved);
  useEffect(() => {
    if (saved !== null && saved !== savedBefore) onClose();
  }, [saved, savedBefore, onClose]);
  return (
    <ModalOverlay
      className="overlay"
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="confirm">
        <Dialog className="confirm-body">
          <Heading slot="title" level={2}>
            {text('pack.title', { day: date(day.span.from) })}
          </Heading>
          <p>{text('pack.lead')}</p>
          <PasswordForm day={day} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const NO_PROBLEMS = { password: undefined, again: undefined };

/** What is wrong with what was typed, in words; undefined where nothing is. */
function useProblems(password: string, again: string) {
  const text = useText();
  const problem = passwordProblem(password);
  return {
    password:
      problem === null
        ? undefined
        : text(`pack.${problem}`, { least: SHORTEST_PASSWORD, most: LONGEST_PASSWORD }),
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
    <form className="pack-form" noValidate onSubmit={save}>
      <Field
        label={text('pack.password')}
        type="password"
        autoComplete="new-password"
        help={password === '' ? undefined : strengthText(text, password)}
        error={shown.password}
        value={password}
        onChange={setPassword}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody opened this to type here
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
        <p className="page-error" role="alert">
          {text('pack.failed')} {errorSentence(problem)}
        </p>
      )}
      <div className="confirm-actions">
        <Button type="submit" tone="primary" isDisabled={isBusy}>
          {text(isBusy ? 'pack.saving' : 'pack.save')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('pack.cancel')}
        </Button>
        <Button tone="quiet" isDisabled={isBusy} onPress={printAll}>
          {text('pack.paper')}
        </Button>
      </div>
      <p className="absent">{text('pack.paperNote')}</p>
    </form>
  );
}

function strengthText(text: ReturnType<typeof useText>, password: string): string {
  return text('pack.strength', { word: text(`pack.strengths.${getStrength(password)}`) });
}
