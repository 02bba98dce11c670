import type { UsableBy } from '#contract/form.ts';
import type { FormQueryContext } from './ground.ts';

/** The sets whose ids are seen in forms alone and have no prefix that is known (service's document, section 2.1). */
const SETS = {
  specialization: ({ specializations }) => specializations,
  peerGroup: ({ peerGroups }) => peerGroups,
} as const satisfies Readonly<Record<string, (usableBy: UsableBy) => readonly string[]>>;

/** A family of ids that is seen in forms alone. */
export type SetFamily = keyof typeof SETS;

/** Whether ids of a family are seen in forms alone. */
export function isSetFamily(family: string): family is SetFamily {
  return Object.hasOwn(SETS, family);
}

/** The different ids of such a family, in forms as they will be. */
export function idsInForms({ cards }: FormQueryContext, family: SetFamily): readonly string[] {
  const ids = [...cards.shown().values()].flatMap(({ record }) => SETS[family](record.usableBy));
  return [...new Set(ids)].filter((id) => id !== '');
}
