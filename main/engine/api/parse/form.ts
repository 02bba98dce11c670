import type { Form, UsableBy } from '#contract/forms.ts';
import type { JsonObject, ResourceFieldReader } from './fields.ts';
import { parseResourceOfKind, type ParsedResource } from './resource.ts';
import { pickOtherUserSets } from './user-sets.ts';

/** Who may use a form that does not say it (section 4.1: usable by all is the default). */
const EVERYONE: UsableBy = {
  usableByAll: true,
  medicalCenters: [],
  specializations: [],
  peerGroups: [],
  individuals: [],
  otherLimits: 0,
};

function readUsableBy(fields: ResourceFieldReader, { usable_by: value }: JsonObject): UsableBy {
  const outer = fields.readNested('usable_by');
  if (!fields.has('usable_by')) return EVERYONE;
  const sets = outer.readNested('usable_by');
  return {
    usableByAll: outer.readFlag('usable_by_all'),
    medicalCenters: sets.readTexts('medical_centers'),
    specializations: sets.readTexts('specializations'),
    peerGroups: sets.readTexts('peer_groups'),
    individuals: sets.readTexts('individuals'),
    otherLimits: Object.keys(pickOtherUserSets(value)).length,
  };
}

/** Reads a form (service's document, section 2.2). */
export function parseForm(value: unknown): ParsedResource<Form> {
  return parseResourceOfKind('form', value, (fields, flags, resource) => ({
    id: fields.readText('id'),
    name: fields.readText('name'),
    description: fields.has('description') ? fields.readText('description') : '',
    publishedVersion: fields.readReference('published_version', 'formVersion'),
    latestVersion: fields.readReference('latest_version', 'formVersion'),
    hasUnpublishedChanges: fields.readFlag('has_unpublished_changes'),
    usableBy: readUsableBy(fields, resource),
    // A service may write an empty list as null (section 2.1: what is absent is null).
    requestCompletionFrom: fields.readOptionalObjects('request_completion_from', (request) => ({
      patient: request.readReference('patient', 'user'),
      requestedBy: request.readReference('requested_by', 'user'),
      requestedAt: request.readTime('requested_at'),
    })),
    createdBy: fields.readReference('created_by', 'user'),
    createdAt: fields.readTime('created_at'),
    lastUpdatedAt: fields.readTime('last_updated_at'),
    flags,
  }));
}
