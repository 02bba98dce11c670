import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { panesSchema } from '#contract/settings.ts';
import { AccountScreen } from '#renderer/features/accounts/AccountScreen.tsx';
import { ActivityScreen } from '#renderer/features/outbox/OutboxScreen.tsx';
import { EditorScreen } from '#renderer/features/requisitions/editor/EditorScreen.tsx';
import { FormEditorScreen } from '#renderer/features/forms/editor/FormEditorScreen.tsx';
import { FormsScreen } from '#renderer/features/forms/FormsScreen.tsx';
import { NamesScreen } from '#renderer/features/directory/DirectoryScreen.tsx';
import { DayScreen } from '#renderer/features/day/DayScreen.tsx';
import { RequestsScreen } from '#renderer/features/completion-requests/CompletionRequestsScreen.tsx';
import { NotificationsScreen } from '#renderer/features/inbox/InboxScreen.tsx';
import { RelatedScreen } from '#renderer/features/patient/RelatedScreen.tsx';
import { RequisitionsScreen } from '#renderer/features/requisitions/RequisitionsScreen.tsx';
import { SettingsScreen } from '#renderer/features/settings/SettingsScreen.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import type { Screen } from '#renderer/state/view.ts';
import { useText } from '#renderer/text/text.ts';
import { SplitHandle } from '#renderer/ui/SplitHandle.tsx';
import { Banners } from './Banners.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import { StatusBar } from './StatusBar.tsx';

const LEAST = panesSchema.shape.rail.minValue ?? 0;
const MAX = panesSchema.shape.rail.maxValue ?? Number.MAX_SAFE_INTEGER;

function CurrentScreen({ screen }: { readonly screen: Screen }) {
  switch (screen) {
    case 'requisitions':
      return <RequisitionsScreenView />;
    case 'forms':
      return <FormsScreenView />;
    case 'requests':
      return <RequestsScreen />;
    case 'day':
      return <DayScreen />;
    case 'notifications':
      return <NotificationsScreen />;
    case 'activity':
      return <ActivityScreen />;
    case 'names':
      return <NamesScreen />;
    case 'account':
      return <AccountScreen isWelcome={false} />;
    case 'settings':
      return <SettingsScreen />;
  }
}

/** The requisitions, or the editor of one while it is open. */
function RequisitionsScreenView() {
  const { editor, browsers } = useStores();
  const isEditing = useStore(editor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? <EditorScreen onOpenRecord={browsers.requisition.open} /> : <RequisitionsScreen />;
}

/** The forms, or the editor of one while it is open. */
function FormsScreenView() {
  const { formEditor, browsers } = useStores();
  const isEditing = useStore(formEditor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? <FormEditorScreen onOpenRecord={browsers.form.open} /> : <FormsScreen />;
}

/** The frame of the app: banners, navigation rail, screen, status bar. */
export function Frame() {
  const text = useText();
  const { calls, view, preferences } = useStores();
  const screen = useStore(view.store, (state) => state.screen);
  const relatedRecords = useStore(view.store, (state) => state.relatedRecords);
  const panes = useStore(preferences.store, ({ settings }) => settings.panes);
  const [dragged, setDragged] = useState<number | null>(null);
  const width = dragged ?? panes.rail;
  useEffect(() => {
    // The place alone: a title shows in task bars and on shared screens.
    document.title = text('window.title', { place: text(`place.${screen}`) });
  }, [screen, text]);

  async function rest(rail: number): Promise<void> {
    await preferences.choose({ panes: { ...panes, rail } });
    setDragged(null);
  }

  return (
    <div className="frame" data-collapsed={panes.railCollapsed ? '' : undefined}>
      <div className="frame-banners">
        <Banners />
      </div>
      <div className="frame-body" style={{ '--rail-width': `${width}px` }}>
        <NavigationRail />
        <main className="frame-main">
          <SplitHandle
            label={text('rail.resize')}
            width={width}
            least={LEAST}
            most={MAX}
            onDrag={setDragged}
            onRest={(value) => void rest(value)}
          />
          <ErrorBoundary
            key={`${screen} ${relatedRecords ?? ''}`}
            onFault={(fault) => void calls['app.reportFault'](fault)}
          >
            {relatedRecords === null ? (
              <CurrentScreen screen={screen} />
            ) : (
              <RelatedScreen id={relatedRecords} />
            )}
          </ErrorBoundary>
        </main>
      </div>
      <StatusBar />
    </div>
  );
}
