import type { FormUsers } from './form-draft-fields.ts';

/** Whom among the patients already asked a choice of users would leave out. */
export interface Excluded {
  /** Those who are not named as individuals. */
  readonly patients: readonly string[];
  /** Nobody else is named: whoever is not an individual is left out. Else the other sets decide, and who is in them is not known here. */
  readonly isCertain: boolean;
}

/** Whom a choice of users leaves out among the asked patients; null where nobody can be. */
export function excludedBy(users: FormUsers, asked: readonly string[]): Excluded | null {
  if (users.isForAll) return null;
  const named = new Set(users.individuals);
  const patients = [...new Set(asked)].filter((patient) => !named.has(patient));
  if (patients.length === 0) return null;
  const others = [users.medicalCenters, users.specializations, users.peerGroups];
  return { patients, isCertain: others.every((set) => set.length === 0) };
}
