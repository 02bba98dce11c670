/** A request to complete a form, as the service says. One that says no time has 0 in its place. */
export interface SeenRequest {
  readonly patient: string;
  readonly requestedAt: number;
  readonly requestedBy: string;
}

/** A request that left its form between two looks, epoch milliseconds. */
export interface LeftRequest extends SeenRequest {
  readonly after: number;
  /** Null where the form went with it. */
  readonly before: number | null;
}

/** A form as the cache has it, without what waits here. */
export interface SeenForm {
  readonly form: string;
  /** When this version of it came; null where the form is gone from the service. */
  readonly fetchedAt: number | null;
  readonly isDrifting: boolean;
  readonly requests: readonly SeenRequest[];
  /** Whether these are all; else those that are missing may be open still. */
  readonly isWhole: boolean;
  /** Requests that left it, as far as the cache still knows. */
  readonly left: readonly LeftRequest[];
}

/** What tells a request from the others of its form. */
export function requestKey({ patient, requestedAt }: Pick<SeenRequest, 'patient' | 'requestedAt'>): string {
  return JSON.stringify([requestedAt, patient]);
}
