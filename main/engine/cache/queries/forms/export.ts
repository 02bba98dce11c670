import { type UsableBy, type Form, getFormPublicationState } from '#contract/forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { formatSpreadsheetDate, type SpreadsheetColumns } from '#main/engine/cache/queries/export.ts';
import type { FormQueryContext } from './list.ts';

/** The sets whose ids occur in forms alone and have no known prefix (service's document, section 2.1). */
const SETS = {
  specialization: ({ specializations }) => specializations,
  peerGroup: ({ peerGroups }) => peerGroups,
} as const satisfies Readonly<Record<string, (usableBy: UsableBy) => readonly string[]>>;

/** The families of ids that occur only in forms: specializations and peer groups. */
export type FormOnlyIdFamily = keyof typeof SETS;

/** Whether the ids of a family occur in forms alone. */
export function isFormOnlyIdFamily(family: string): family is FormOnlyIdFamily {
  return Object.hasOwn(SETS, family);
}

/** Returns the distinct ids of a family that occurs in forms alone, with pending changes applied. */
export function listFormOnlyIdsOfFamily(
  { index }: FormQueryContext,
  family: FormOnlyIdFamily,
): readonly string[] {
  const ids = [...index.shown().values()].flatMap(({ record }) => SETS[family](record.usableBy));
  return [...new Set(ids)].filter((id) => id !== '');
}

function listed(ids: readonly string[]): string {
  return ids.join('; ');
}

/** Columns of an exported spreadsheet of forms (service's document, section 2.2). */
export const FORM_SPREADSHEET_COLUMNS: SpreadsheetColumns<Form> = {
  kind: 'form',
  read: parseForm,
  columns: [
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['description', ({ description }) => description],
    ['state', (form) => getFormPublicationState(form)],
    ['published_version', ({ publishedVersion }) => publishedVersion],
    ['latest_version', ({ latestVersion }) => latestVersion],
    ['has_unpublished_changes', ({ hasUnpublishedChanges }) => String(hasUnpublishedChanges)],
    ['usable_by_all', ({ usableBy }) => String(usableBy.usableByAll)],
    ['medical_centers', ({ usableBy }) => listed(usableBy.medicalCenters)],
    ['medical_center_names', ({ usableBy }, nameOf) => listed(usableBy.medicalCenters.map(nameOf))],
    ['specializations', ({ usableBy }) => listed(usableBy.specializations)],
    ['peer_groups', ({ usableBy }) => listed(usableBy.peerGroups)],
    ['individuals', ({ usableBy }) => listed(usableBy.individuals)],
    ['individual_names', ({ usableBy }, nameOf) => listed(usableBy.individuals.map(nameOf))],
    ['other_limits', ({ usableBy }) => String(usableBy.otherLimits)],
    ['open_requests', ({ requestCompletionFrom }) => String(requestCompletionFrom.length)],
    [
      'request_completion_from',
      ({ requestCompletionFrom }) => listed(requestCompletionFrom.map(({ patient }) => patient)),
    ],
    [
      'patient_names',
      ({ requestCompletionFrom }, nameOf) =>
        listed(requestCompletionFrom.map(({ patient }) => nameOf(patient))),
    ],
    [
      'requested_at',
      ({ requestCompletionFrom }) =>
        listed(requestCompletionFrom.map(({ requestedAt }) => formatSpreadsheetDate(requestedAt))),
    ],
    ['created_by', ({ createdBy }) => createdBy],
    ['created_by_name', ({ createdBy }, nameOf) => nameOf(createdBy)],
    ['created_at', ({ createdAt }) => formatSpreadsheetDate(createdAt)],
    ['last_updated_at', ({ lastUpdatedAt }) => formatSpreadsheetDate(lastUpdatedAt)],
  ],
  namedIn: ({ usableBy, requestCompletionFrom, createdBy }) => [
    ...usableBy.medicalCenters,
    ...usableBy.individuals,
    ...requestCompletionFrom.map(({ patient }) => patient),
    createdBy,
  ],
};
