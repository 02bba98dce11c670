import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { FailedActionStore } from '../failed-action.ts';
import { type NavigationStore, SCREEN_BY_KIND, type ShowInMainWindow } from './view.ts';

/** Returns the function that shows a place in the main window. */
export function createShowInMainWindow(
  calls: ProcedureCalls,
  failedAction: Pick<FailedActionStore, 'report'>,
): ShowInMainWindow {
  return (place) =>
    void calls['windows.showInMain'](place).then((done) =>
      failedAction.report('mainWindow', done.ok ? null : done.error),
    );
}

/** Returns the navigation of a window that shows one record: every other place is shown in the main window. */
export function createNavigationOfRecordWindow(
  view: NavigationStore,
  { kind }: RecordOfWindow,
  show: ShowInMainWindow,
): NavigationStore {
  view.store.setState({ screen: SCREEN_BY_KIND[kind] });
  return {
    ...view,
    go: (screen) => show({ to: 'screen', screen }),
    showChange: (number, purpose = 'see') => show({ to: 'change', number, purpose }),
    openRelated: (id) => {
      if (id !== null) show({ to: 'related', id });
    },
    showTokenEditor: () => show({ to: 'tokens' }),
  };
}
