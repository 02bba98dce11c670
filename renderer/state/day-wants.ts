import type { DaySheet } from '#contract/day.ts';
import { isLocalId } from '#contract/local-id.ts';

/** A requisition of the day. */
export interface Wanted {
  readonly id: string;
  readonly name: string;
  readonly patient: string;
}

/** What of a day's records there is, each once, in the order of the sheet. */
export interface DayWants {
  readonly requisitions: readonly Wanted[];
  /** Those of them that the service does not know yet: they have no PDF. */
  readonly unsent: readonly Wanted[];
  readonly forms: readonly string[];
}

/** The records that a day needs. */
export function getWants({ appointments }: Pick<DaySheet, 'appointments'>): DayWants {
  const people = appointments.flatMap(({ attendees }) => attendees);
  const all = new Map<string, Wanted>();
  for (const { id, name, patient } of people.flatMap(({ requisitions }) => requisitions))
    all.set(id, { id, name, patient });
  const requisitions = [...all.values()];
  return {
    requisitions,
    unsent: requisitions.filter(({ id }) => isLocalId(id)),
    forms: [...new Set(people.flatMap(({ forms }) => forms.map(({ id }) => id)))],
  };
}
