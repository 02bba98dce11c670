import type { Clock } from '#main/base/clock.ts';
import { seededRandom } from '#main/base/random.ts';
import type { Clinic } from './clinic.ts';
import { notify } from './life.ts';
import { createForm, deleteForm, updateForm } from './rules/forms.ts';
import { updateNotification } from './rules/notifications.ts';
import { addComment, createRequisition, updateRequisition } from './rules/requisitions.ts';
import { drawSubject } from './seed/notification-subjects.ts';

/** What somebody else does at the service: by the same rules, but no request of it arrives, and the ledger has none of it. */
export interface Elsewhere {
  /** Bodies are those of the endpoints. Each answers the identifier of the record. */
  createForm(body: unknown): string;
  updateForm(id: string, body: unknown): string;
  deleteForm(id: string): void;
  createRequisition(body: unknown): string;
  updateRequisition(id: string, body: unknown): string;
  updateNotification(id: string, body: unknown): string;
  /** Adds a comment to a requisition. */
  comment(id: string, text: string): void;
  /** Takes away this user's right to see a record, or gives it back. */
  forbid(id: string): void;
  allow(id: string): void;
  /** Something makes a notification. */
  notify(): string;
}

const SEED = 1;

/** Somebody else at the clinic. */
export function elsewhere(clinic: Clinic, clock: Clock): Elsewhere {
  const random = seededRandom(SEED);
  return {
    createForm: (body) => createForm(clinic, body).id,
    updateForm: (id, body) => updateForm(clinic, id, body).id,
    deleteForm: (id) => deleteForm(clinic, id),
    createRequisition: (body) => createRequisition(clinic, body).id,
    updateRequisition: (id, body) => updateRequisition(clinic, id, body).id,
    updateNotification: (id, body) => updateNotification(clinic, id, body).id,
    comment: (id, text) => addComment(clinic, id, text),
    forbid: (id) => clinic.access.forbid(id),
    allow: (id) => clinic.access.allow(id),
    notify: () =>
      notify(
        { clinic, clock },
        drawSubject(clinic.world, random, clock.now(), () => null),
      ),
  };
}
