import { ID_PREFIXES, MAX_ID_LENGTH } from '#contract/records.ts';
import { findIdProblem, findTextProblem } from '../requisitions/draft-validation.ts';

/** The kind of ids in a list. Ids of specializations and peer groups have no known prefix (section 2.1). */
export type ListedIdKind = 'medicalCenter' | 'specialization' | 'peerGroup' | 'user';

/** An id that was rejected, and why. */
export interface RejectedIdAndReason {
  readonly id: string;
  /** `twice`: the list has it already; `known`: it is in another list, so it need not be added. */
  readonly why: 'prefix' | 'id' | 'twice' | 'known';
}

/** Result of adding typed ids to a list: the new list, and the rejected ids. */
export interface AddIdsResult {
  readonly ids: readonly string[];
  readonly refused: readonly RejectedIdAndReason[];
}

/** Maximum number of ids in one list. */
export const MAX_IDS_IN_LIST = 1_000;

/** The prefix of a family of ids; null where it is unknown. */
export function getIdPrefixOfFamily(family: ListedIdKind): string | null {
  return family === 'specialization' || family === 'peerGroup' ? null : ID_PREFIXES[family];
}

/** Validates an id of a family; null if it is valid. */
function findListedIdProblem(family: ListedIdKind, id: string): 'prefix' | 'id' | null {
  if (family === 'specialization' || family === 'peerGroup')
    return findTextProblem(id, MAX_ID_LENGTH) === null ? null : 'id';
  return findIdProblem(family, id);
}

/** Spaces, commas and semicolons that separate two ids or end the last one. */
const SEPARATOR = /[\s,;]+(?=[a-z]{2,8}_|$)/;

/**
 * Splits a text into ids. A separator counts only before a prefix, because part of an id could name another
 * person. Text without a known prefix is split at every separator.
 */
function splitIds(family: ListedIdKind, typed: string): readonly string[] {
  const parts = typed.trimStart().split(getIdPrefixOfFamily(family) === null ? /[\s,;]+/ : SEPARATOR);
  return parts.filter((id) => id !== '');
}

/** Returns whether a typed id could also be two ids, or an id and other text; the user then has to choose. */
function isAmbiguous(family: ListedIdKind, id: string): boolean {
  return getIdPrefixOfFamily(family) !== null && /[\s,;]/.test(id);
}

/** The list that ids are added to, and the other lists. */
interface IdList {
  readonly family: ListedIdKind;
  readonly ids: readonly string[];
  /** Ids that are in another list, so they need not be added. */
  readonly known: readonly string[];
}

function toAddIdsResult(
  { family, ids, known }: IdList,
  added: readonly string[],
  isTyped: boolean,
): AddIdsResult {
  const taken = new Set(ids);
  const others = new Set(known);
  const refused: RejectedIdAndReason[] = [];
  for (const id of added) {
    const wrong = findListedIdProblem(family, id) ?? (isTyped && isAmbiguous(family, id) ? 'id' : null);
    if (wrong !== null) refused.push({ id, why: wrong });
    else if (taken.has(id)) refused.push({ id, why: 'twice' });
    else if (others.has(id)) refused.push({ id, why: 'known' });
    else taken.add(id);
  }
  return { ids: [...taken], refused };
}

/**
 * Adds typed ids to a list, each once; rejected ids are returned with the reason.
 * @param known ids that are in another list
 */
export function addTypedIds(
  family: ListedIdKind,
  ids: readonly string[],
  typed: string,
  known: readonly string[] = [],
): AddIdsResult {
  return toAddIdsResult({ family, ids, known }, splitIds(family, typed), true);
}

/** Adds an id that was chosen from the suggestions, unchanged. */
export function addChosenId(
  family: ListedIdKind,
  ids: readonly string[],
  id: string,
  known: readonly string[] = [],
): AddIdsResult {
  return toAddIdsResult({ family, ids, known }, [id], false);
}

/** The invalid ids in a list; they may have come from the service. */
export function listRejectedIds(
  family: ListedIdKind,
  ids: readonly string[],
): readonly RejectedIdAndReason[] {
  return ids.flatMap((id) => {
    const why = findListedIdProblem(family, id);
    return why === null ? [] : [{ id, why }];
  });
}
