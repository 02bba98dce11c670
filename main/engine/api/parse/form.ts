import type { Form, UsableBy } from '#contract/forms.ts';
import type { Fields } from './fields.ts';
import { readResourceOf, type Reading } from './resource.ts';

function readUsableBy(outer: Fields): UsableBy {
  const sets = outer.inside('usable_by');
  return {
    usableByAll: outer.flag('usable_by_all'),
    medicalCenters: sets.texts('medical_centers'),
    specializations: sets.texts('specializations'),
    peerGroups: sets.texts('peer_groups'),
    individuals: sets.texts('individuals'),
  };
}

/** Reads a form (service's document, section 2.2). */
export function readForm(value: unknown): Reading<Form> {
  return readResourceOf('form', value, (fields, flags) => ({
    id: fields.text('id'),
    name: fields.text('name'),
    description: fields.text('description'),
    publishedVersion: fields.reference('published_version', 'formVersion'),
    latestVersion: fields.reference('latest_version', 'formVersion'),
    hasUnpublishedChanges: fields.flag('has_unpublished_changes'),
    usableBy: readUsableBy(fields.inside('usable_by')),
    requestCompletionFrom: fields.objects('request_completion_from', (request) => ({
      patient: request.reference('patient', 'user'),
      requestedBy: request.reference('requested_by', 'user'),
      requestedAt: request.when('requested_at'),
    })),
    createdBy: fields.reference('created_by', 'user'),
    createdAt: fields.when('created_at'),
    lastUpdatedAt: fields.when('last_updated_at'),
    flags,
  }));
}
