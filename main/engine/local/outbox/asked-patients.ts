import { toList } from '#main/engine/api/parse/fields.ts';
import type { SendAttemptEvidence, StoredChange } from '../protocol.ts';

/**
 * Returns the evidence of a change with every patient whom it asks to complete a form as one who may have been asked: such a
 * patient may have completed the form since, and is asked again only by the user. That of another change is returned as it is.
 */
export function addAskedPatientsToEvidence({
  operation,
  data,
  evidence,
}: Pick<StoredChange, 'operation' | 'data' | 'evidence'>): SendAttemptEvidence {
  if (operation !== 'forms.completion') return evidence;
  const patients = toList(data['ask']).filter((patient) => typeof patient === 'string');
  return { ...evidence, asked: [...new Set([...(evidence.asked ?? []), ...patients])] };
}

/**
 * Returns the patients who may have been asked and whom the user does not want asked again, as evidence. Only the question about
 * these patients gives that permission: the answer to another question says nothing about them.
 */
export function keepAskedPatientsInEvidence({
  question,
  theirs,
  evidence: { asked },
}: Pick<StoredChange, 'question' | 'theirs' | 'evidence'>): Pick<SendAttemptEvidence, 'asked'> {
  if (asked === undefined) return {};
  const askedAgain = question === 'asked-before' ? toList(theirs['ask']) : [];
  return { asked: asked.filter((patient) => !askedAgain.includes(patient)) };
}
