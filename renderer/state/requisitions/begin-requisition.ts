import type { Stores } from '../stores.ts';

/**
 * Shows the editor of a new requisition for a patient. An editor that is open for another one is kept as a draft.
 * @param patient the id of the patient
 */
export function beginRequisitionForPatient(
  { view, editor }: Pick<Stores, 'view' | 'editor'>,
  patient: string,
): void {
  view.go('requisitions');
  void editor.create({ patient });
}
