import { ID_PREFIXES, MAX_ID_LENGTH } from '#contract/records.ts';
import { idWrong, textWrong } from '../requisitions/draft-validation.ts';

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

/** As many ids as one list takes. */
export const MAX_IDS = 1_000;

/** The prefix of a family of ids; null where it is unknown. */
export function toPrefix(family: IdListFamily): string | null {
  return family === 'specialization' || family === 'peerGroup' ? null : ID_PREFIXES[family];
}

/** What is wrong with an id of a family; null where nothing is. */
function listedIdWrong(family: IdListFamily, id: string): 'prefix' | 'id' | null {
  if (family === 'specialization' || family === 'peerGroup')
    return textWrong(id, MAX_ID_LENGTH) === null ? null : 'id';
  return idWrong(family, id);
}

/** Blanks, commas and semicolons that part two ids, or end the last one. */
const BETWEEN = /[\s,;]+(?=[a-z]{2,8}_|$)/;

/**
 * The ids in a text. A separator counts only before a prefix: a part of an id would name another person.
 * Texts without a known prefix are parted at every separator.
 */
function findIds(family: IdListFamily, typed: string): readonly string[] {
  const parts = typed.trimStart().split(toPrefix(family) === null ? /[\s,;]+/ : BETWEEN);
  return parts.filter((id) => id !== '');
}

/** Whether an id that was typed may as well be two, or one and something else: then it has to be chosen. */
function isAmbiguous(family: IdListFamily, id: string): boolean {
  return toPrefix(family) !== null && /[\s,;]/.test(id);
}

/** A list that ids are to be taken into. */
interface IdList {
  readonly family: IdListFamily;
  readonly ids: readonly string[];
  /** Ids that need not be named again. */
  readonly known: readonly string[];
}

function taken({ family, ids, known }: IdList, added: readonly string[], isTyped: boolean): Taken {
  const taken = new Set(ids);
  const others = new Set(known);
  const refused: Refusal[] = [];
  for (const id of added) {
    const wrong = listedIdWrong(family, id) ?? (isTyped && isAmbiguous(family, id) ? 'id' : null);
    if (wrong !== null) refused.push({ id, why: wrong });
    else if (taken.has(id)) refused.push({ id, why: 'twice' });
    else if (others.has(id)) refused.push({ id, why: 'known' });
    else taken.add(id);
  }
  return { ids: [...taken], refused };
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
  return taken({ family, ids, known }, findIds(family, typed), true);
}

/** Takes one id that was chosen, to the letter. */
export function takeId(
  family: IdListFamily,
  ids: readonly string[],
  id: string,
  known: readonly string[] = [],
): Taken {
  return taken({ family, ids, known }, [id], false);
}

/** What of a list cannot be sent: it may have come so from the service. */
export function wrongIds(family: IdListFamily, ids: readonly string[]): readonly Refusal[] {
  return ids.flatMap((id) => {
    const why = listedIdWrong(family, id);
    return why === null ? [] : [{ id, why }];
  });
}
