import { z } from 'zod';

/**
 * How a write that is not on the server yet stands.
 * `saved`: kept here, waits for its turn; `sending`: on its way; `uncertain`: it left, and nobody knows what became of it: the desk
 * looks; `needs-you`: a person has to choose; `rejected`: the service did not take it.
 */
export const PENDING_STATES = ['saved', 'sending', 'uncertain', 'needs-you', 'rejected'] as const;
export const pendingStateSchema = z.enum(PENDING_STATES);
export type PendingState = z.infer<typeof pendingStateSchema>;
