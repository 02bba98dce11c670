import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { panesSchema } from '#contract/settings.ts';
import { AccountScreen } from '#renderer/features/account/AccountScreen.tsx';
import { ActivityScreen } from '#renderer/features/activity/ActivityScreen.tsx';
import { EditorScreen } from '#renderer/features/editor/EditorScreen.tsx';
import { FormEditorScreen } from '#renderer/features/form-editor/FormEditorScreen.tsx';
import { FormsScreen } from '#renderer/features/forms/FormsScreen.tsx';
import { NamesScreen } from '#renderer/features/names/NamesScreen.tsx';
import { DayScreen } from '#renderer/features/day/DayScreen.tsx';
import { RequestsScreen } from '#renderer/features/requests/RequestsScreen.tsx';
import { NotificationsScreen } from '#renderer/features/notifications/NotificationsScreen.tsx';
import { RelatedScreen } from '#renderer/features/related/RelatedScreen.tsx';
import { RequisitionsScreen } from '#renderer/features/requisitions/RequisitionsScreen.tsx';
import { SettingsScreen } from '#renderer/features/settings/SettingsScreen.tsx';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { Place } from '#renderer/state/view.ts';
import { useText } from '#renderer/text/text.ts';
import { SplitHandle } from '#renderer/ui/SplitHandle.tsx';
import { Banners } from './Banners.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Rail } from './Rail.tsx';
import { StatusBar } from './StatusBar.tsx';

const LEAST = panesSchema.shape.rail.minValue ?? 0;
const MOST = panesSchema.shape.rail.maxValue ?? Number.MAX_SAFE_INTEGER;

function Screen({ place }: { readonly place: Place }) {
  switch (place) {
    case 'requisitions':
      return <RequisitionsPlace />;
    case 'forms':
      return <FormsPlace />;
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
function RequisitionsPlace() {
  const { editor, browsers } = useDesk();
  const isEditing = useStore(editor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? <EditorScreen onOpenRecord={browsers.requisition.open} /> : <RequisitionsScreen />;
}

/** The forms, or the editor of one while it is open. */
function FormsPlace() {
  const { formEditor, browsers } = useDesk();
  const isEditing = useStore(formEditor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? <FormEditorScreen onOpenRecord={browsers.form.open} /> : <FormsScreen />;
}

/** The desk: banners, rail, the place, status bar. */
export function Frame() {
  const text = useText();
  const { calls, view, preferences } = useDesk();
  const place = useStore(view.store, (state) => state.place);
  const around = useStore(view.store, (state) => state.around);
  const panes = useStore(preferences.store, ({ settings }) => settings.panes);
  const [dragged, setDragged] = useState<number | null>(null);
  const width = dragged ?? panes.rail;
  useEffect(() => {
    // The place alone: a title shows in task bars and on shared screens.
    document.title = text('window.title', { place: text(`place.${place}`) });
  }, [place, text]);

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
        <Rail />
        <main className="frame-main">
          <SplitHandle
            label={text('rail.resize')}
            width={width}
            least={LEAST}
            most={MOST}
            onDrag={setDragged}
            onRest={(value) => void rest(value)}
          />
          <ErrorBoundary
            key={`${place} ${around ?? ''}`}
            onFault={(fault) => void calls['app.reportFault'](fault)}
          >
            {around === null ? <Screen place={place} /> : <RelatedScreen id={around} />}
          </ErrorBoundary>
        </main>
      </div>
      <StatusBar />
    </div>
  );
}
