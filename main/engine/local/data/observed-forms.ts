import { isJsonObject } from '#main/engine/api/parse/fields.ts';

/** A completion request as the service returns it; 0 stands for a missing time. */
export interface ObservedCompletionRequest {
  readonly patient: string;
  readonly requestedAt: number;
  readonly requestedBy: string;
}

/** A request that disappeared from its form between two observations; times in epoch milliseconds. */
export interface EndedCompletionRequest extends ObservedCompletionRequest {
  readonly after: number;
  /** Time of the first observation without the request; null where the whole form disappeared. */
  readonly before: number | null;
}

/** A form as the cache has it, without pending changes. */
export interface ObservedForm {
  readonly form: string;
  /** When this version was fetched; null where the form is gone from the service. */
  readonly fetchedAt: number | null;
  /** When the service says that the form was changed last; null where it does not say. */
  readonly lastUpdatedAt: number | null;
  readonly hasUnpublishedChanges: boolean;
  readonly requests: readonly ObservedCompletionRequest[];
  /** Whether the list of requests is complete; else requests that are not in it may still be open. */
  readonly isWhole: boolean;
  /** Requests that disappeared, as far as the cache remembers them. */
  readonly ended: readonly EndedCompletionRequest[];
}

/** Returns the key that identifies a request within its form. */
export function getCompletionRequestKey({
  patient,
  requestedAt,
}: Pick<ObservedCompletionRequest, 'patient' | 'requestedAt'>): string {
  return JSON.stringify([requestedAt, patient]);
}

/** Returns the patient of a request in a form's list; undefined where the request names none as a text. */
export function findRequestedPatient(request: unknown): string | undefined {
  const patient = isJsonObject(request) ? request['patient'] : undefined;
  return typeof patient === 'string' ? patient : undefined;
}
