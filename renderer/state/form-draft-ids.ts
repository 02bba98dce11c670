import { ID_PREFIXES } from '#contract/ids.ts';
import { idWrong, textWrong } from './draft-problem.ts';

/** Whose ids a list holds. Specializations and peer groups are named by ids without a prefix that is known (section 2.1). */
export type IdListFamily = 'medicalCenter' | 'specialization' | 'peerGroup' | 'user';

/** Why an id is not taken into a list. */
export interface Refusal {
  readonly id: string;
  /** `twice`: the list has it already; `known`: it stands elsewhere already, where it need not be named again. */
  readonly why: 'prefix' | 'id' | 'twice' | 'known';
}

/** What a typed text comes to. */
export interface Taken {
  readonly ids: readonly string[];
  readonly refused: readonly Refusal[];
}

const WORD_LENGTH = 160;
/** As many ids as one list takes. */
export const MOST_IDS = 1_000;

/** How an id of a family begins; null where nobody knows. */
export function prefixOf(family: IdListFamily): string | null {
  return family === 'specialization' || family === 'peerGroup' ? null : ID_PREFIXES[family];
}

/** What is wrong with an id of a family; null where nothing is. */
function listedIdWrong(family: IdListFamily, id: string): 'prefix' | 'id' | null {
  if (family === 'specialization' || family === 'peerGroup')
    return textWrong(id, WORD_LENGTH) === null ? null : 'id';
  return idWrong(family, id);
}

/** The ids in a text: blanks, commas and new lines stand between them. A text that holds no id, as a name, stays whole. */
function idsIn(family: IdListFamily, typed: string): readonly string[] {
  const isName = prefixOf(family) !== null && !typed.includes('_');
  const parts = isName ? [typed.trim()] : typed.split(/[\s,;]+/);
  return parts.filter((id) => id !== '');
}

/**
 * Takes what was typed into a list. Each id is taken once; those that are not taken are told with the reason.
 * @param known ids that need not be named again
 */
export function takeIds(
  family: IdListFamily,
  ids: readonly string[],
  typed: string,
  known: readonly string[] = [],
): Taken {
  const taken = new Set(ids);
  const others = new Set(known);
  const refused: Refusal[] = [];
  for (const id of idsIn(family, typed)) {
    const wrong = listedIdWrong(family, id);
    if (wrong !== null) refused.push({ id, why: wrong });
    else if (taken.has(id)) refused.push({ id, why: 'twice' });
    else if (others.has(id)) refused.push({ id, why: 'known' });
    else taken.add(id);
  }
  return { ids: [...taken], refused };
}

/** What of a list cannot be sent: it may have come so from the service. */
export function wrongIds(family: IdListFamily, ids: readonly string[]): readonly Refusal[] {
  return ids.flatMap((id) => {
    const why = listedIdWrong(family, id);
    return why === null ? [] : [{ id, why }];
  });
}
