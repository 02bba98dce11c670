import type { RefObject } from 'react';
import type { AppError } from '#contract/result.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { formatWait, useCountdown } from './use-countdown.ts';

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  /** Why the last try of the PIN failed; null if it did not. */
  readonly error: AppError | null;
  /** Whether the user tried to go on with an empty field. */
  readonly isMissing?: boolean;
  /** Time of the page's monotonic clock before which no further try is allowed; milliseconds. */
  readonly waitUntil: number;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly autoFocus?: boolean;
}

/** The field for the PIN of an account, with the tries that are left, or the wait before the next one. */
export function PinField({ error, isMissing = false, waitUntil, ...field }: PinFieldProps) {
  const text = useText();
  const seconds = useCountdown(waitUntil);
  const left = error?.triesLeft;
  const problem = (): string | undefined => {
    if (seconds > 0) return text('lock.wait', { time: formatWait(seconds) });
    if (isMissing) return text('lock.problem.empty');
    if (error === null || error.code === 'too-many-tries') return undefined;
    const sentence = getErrorSentence(error);
    return left === undefined ? sentence : `${sentence} ${text('lock.triesLeft', { count: left })}`;
  };
  return (
    <Field
      {...field}
      type="password"
      error={problem()}
      isReadOnly={seconds > 0}
      autoComplete="current-password"
    />
  );
}
