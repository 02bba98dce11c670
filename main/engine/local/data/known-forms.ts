/** A completion request as the service returns it; 0 stands for a missing time. */
export interface ObservedRequest {
  readonly patient: string;
  readonly requestedAt: number;
  readonly requestedBy: string;
}

/** A request that disappeared from its form between two observations; times in epoch milliseconds. */
export interface EndedRequest extends ObservedRequest {
  readonly after: number;
  /** Null where the whole form disappeared. */
  readonly before: number | null;
}

/** A form as the cache has it, without pending changes. */
export interface ObservedForm {
  readonly form: string;
  /** When this version was fetched; null where the form is gone from the service. */
  readonly fetchedAt: number | null;
  readonly hasUnpublishedChanges: boolean;
  readonly requests: readonly ObservedRequest[];
  /** Whether the list of requests is complete; else requests that are not in it may still be open. */
  readonly isWhole: boolean;
  /** Requests that disappeared, as far as the cache remembers them. */
  readonly ended: readonly EndedRequest[];
}

/** Returns the key that identifies a request within its form. */
export function getRequestKey({
  patient,
  requestedAt,
}: Pick<ObservedRequest, 'patient' | 'requestedAt'>): string {
  return JSON.stringify([requestedAt, patient]);
}
