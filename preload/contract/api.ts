import type { NameAnsweredAsText } from './answer-text.ts';
import type { z } from 'zod';
import type { eventSchemas } from './events.ts';
import type { EventName } from './ipc-names.ts';
import type { ProcedureName } from './procedures.ts';
import type { procedures } from './procedures.ts';
import type { Result } from './result.ts';

/** The input that a caller passes, before defaults are filled in. */
export type CallInput<N extends ProcedureName> = z.input<(typeof procedures)[N]['input']>;
/** The input that a handler receives, after the schema. */
export type ValidatedInput<N extends ProcedureName> = z.output<(typeof procedures)[N]['input']>;
export type CallOutput<N extends ProcedureName> = z.output<(typeof procedures)[N]['output']>;
export type EventPayload<N extends EventName> = z.output<(typeof eventSchemas)[N]>;
export type Unsubscribe = () => void;

/** What a page may say of a call besides its input. */
export interface CallContext {
  /** A number that no other open call of the page has: the read is abandoned by it. */
  readonly ticket?: number;
  /** Id of the account that the page shows. Where another one is open, the call returns 'not-signed-in' and changes nothing. */
  readonly account?: string;
}

/**
 * The only object that the preload exposes to the page, as `window.intray`. It is deep-frozen and has
 * functions only.
 */
export interface PreloadBridge {
  /** Some answers are JSON texts, which `fromSentAnswer` reads. */
  readonly call: {
    readonly [N in ProcedureName]: (
      input: CallInput<N>,
      context?: CallContext,
    ) => Promise<Result<CallOutput<N>> | (N extends NameAnsweredAsText ? string : never)>;
  };
  readonly reads: {
    /** Says that the read with a ticket is no longer awaited: it then returns 'cancelled'. */
    readonly abandon: (ticket: number) => void;
  };
  readonly on: { readonly [N in EventName]: (listener: (payload: EventPayload<N>) => void) => Unsubscribe };
}
