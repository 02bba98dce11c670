import type { ProcedureCalls } from './bridge.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';
import { toDraftFieldsOfDuplicate, toFieldsForSamePatient } from './requisitions/templates.ts';

/**
 * Shows the editor of a new requisition for a patient. An editor that is open for another one is kept as a draft.
 * @param patient the id of the patient
 */
export function beginRequisitionForPatient(
  { view, editor }: Pick<StoresReceivingEvents, 'view' | 'editor'>,
  patient: string,
): void {
  view.go('requisitions');
  void editor.create({ patient });
}

/**
 * Opens the editor of a new requisition with values of another one, which is read first; where that fails, the error is
 * reported. Does nothing where another account was opened meanwhile.
 * @param purpose `another`: for the same patient; `duplicate`: with its test and details too
 * @param id the id of the requisition whose values are taken
 */
export async function beginRequisitionFromOther(
  calls: Pick<ProcedureCalls, 'requisitions.get'>,
  { editor, failedAction, toasts }: Pick<StoresReceivingEvents, 'editor' | 'failedAction' | 'toasts'>,
  purpose: 'another' | 'duplicate',
  id: string,
): Promise<void> {
  const isSameAccount = toasts.followAccount();
  const found = await calls['requisitions.get']({ id });
  if (!isSameAccount()) return;
  failedAction.report('copy', found.ok ? null : found.error);
  if (!found.ok) return;
  const { record } = found.value;
  await editor.create(
    purpose === 'duplicate' ? toDraftFieldsOfDuplicate(record) : toFieldsForSamePatient(record),
  );
}
