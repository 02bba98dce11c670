import type { PlaceInMainWindow } from '#contract/record-windows.ts';
import type { ProcedureCalls } from './bridge.ts';
import { beginRequisitionFromOther } from './begin-requisition.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';
import { SCREEN_BY_KIND } from './navigation/view.ts';

type Editing = Extract<PlaceInMainWindow, { to: 'editor' }>;

/** Returns whether the editor of a record is open for that purpose. */
function isOpenFor(
  { store }: Pick<StoresReceivingEvents['editor'] | StoresReceivingEvents['formEditor'], 'store'>,
  { purpose, record }: Editing,
): boolean {
  const open = store.getState();
  return open.phase === 'open' && open.target === record.id && open.purpose === purpose;
}

/** Opens the editor of a record, or shows it where it is open. The input of another one is kept as a draft. */
function openEditor(
  calls: ProcedureCalls,
  stores: Pick<StoresReceivingEvents, 'view' | 'editor' | 'formEditor' | 'failedAction' | 'toasts'>,
  editing: Editing,
): void {
  const { view, editor, formEditor } = stores;
  const { purpose, record } = editing;
  view.go(SCREEN_BY_KIND[record.kind]);
  if (record.kind === 'form') {
    if (isOpenFor(formEditor, editing)) return;
    if (purpose === 'edit' || purpose === 'ask') void formEditor.open(purpose, record.id);
    return;
  }
  if (record.kind !== 'requisition' || isOpenFor(editor, editing)) return;
  if (purpose === 'edit' || purpose === 'review') void editor.open(purpose, record.id);
  else if (purpose !== 'ask') void beginRequisitionFromOther(calls, stores, purpose, record.id);
}

/** Shows what the user has chosen in a window of one record. */
export function showPlace(
  calls: ProcedureCalls,
  stores: Pick<
    StoresReceivingEvents,
    'view' | 'browsers' | 'completions' | 'editor' | 'formEditor' | 'failedAction' | 'toasts'
  >,
  place: PlaceInMainWindow,
): void {
  const { view, browsers, completions } = stores;
  switch (place.to) {
    case 'screen':
      return view.go(place.screen);
    case 'record':
      view.go(SCREEN_BY_KIND[place.record.kind]);
      return browsers[place.record.kind].open(place.record.id);
    case 'change':
      return view.showChange(place.number, place.purpose);
    case 'requests':
      completions.updateQuery({ text: place.form, show: 'open', days: null });
      return view.go('completion-requests');
    case 'related':
      return view.openRelated(place.id);
    case 'tokens':
      return view.showTokenEditor(true);
    case 'editor':
      return openEditor(calls, stores, place);
  }
}
