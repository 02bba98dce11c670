import { useState } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { LetGoButton } from './LetGoButton.tsx';
import {
  fieldWords,
  isCreate,
  isEditable,
  isHeldHere,
  needsPerson,
  operationWord,
  spokenFields,
} from './pending-words.ts';
import { PendingWord } from './PendingWord.tsx';
import { useRecordWrites } from './record-writes.ts';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';

/** The unsent changes of the record on screen, each with what can be done about it. Nothing where there are none. */
export function PendingStrip() {
  const text = useText();
  const { view } = useDesk();
  const writes = useRecordWrites();
  const first = writes.find(needsPerson) ?? writes[0];
  if (first === undefined) return null;
  return (
    <section className="pending-strip" aria-label={text('pending.unsent')}>
      <div className="pending-strip-head">
        <p>{text('pending.strip', { count: writes.length })}</p>
        <Button size="small" tone="quiet" onPress={() => view.seekWrite(first.number)}>
          {text('pending.openActivity')}
        </Button>
      </div>
      {writes.some(isCreate) && <p>{text('pending.onlyHere')}</p>}
      <ul>
        {writes.map((write) => (
          <li key={write.number}>
            <StripLine write={write} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StripLine({ write }: { readonly write: PendingOperation }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { outbox, view } = useDesk();
  const [problem, setProblem] = useState<AppError | null>(null);
  const fields = spokenFields(write);
  const what = isCreate(write) || fields.length === 0 ? operationWord(text, write.operation) : '';
  const letGo = async (): Promise<void> => setProblem(await outbox.discard(write.number));
  return (
    <>
      <PendingWord state={write.state} />
      <span className="pending-strip-what">{what || fieldWords(text, fields)}</span>
      <span className="pending-strip-when">{text('activity.saved', { when: asOf(write.savedAt, now) })}</span>
      {isEditable(write) && (
        <Button size="small" onPress={() => view.seekWrite(write.number, 'edit')}>
          {text('pending.edit')}
        </Button>
      )}
      {isHeldHere(write) && <LetGoButton write={write} onLetGo={() => void letGo()} />}
      {problem !== null && (
        <p className="pending-error" role="alert">
          {errorSentence(problem)}
        </p>
      )}
    </>
  );
}
