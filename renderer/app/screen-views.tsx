import {
  ArrowLeftRight,
  Bell,
  BookUser,
  CalendarDays,
  ClipboardList,
  FileText,
  History,
  House,
  Send,
  Settings,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { useStore } from 'zustand';
import type { Screen } from '#contract/screens.ts';
import { AccessLogScreen } from '#renderer/features/access-log/AccessLogScreen.tsx';
import { AccountScreen } from '#renderer/features/accounts/AccountScreen.tsx';
import { CompletionRequestsScreen } from '#renderer/features/completion-requests/CompletionRequestsScreen.tsx';
import { DayScreen } from '#renderer/features/day/DayScreen.tsx';
import { DirectoryScreen } from '#renderer/features/directory/DirectoryScreen.tsx';
import { FormEditorScreen } from '#renderer/features/forms/editor/FormEditorScreen.tsx';
import { FormsScreen } from '#renderer/features/forms/FormsScreen.tsx';
import { HomeScreen } from '#renderer/features/home/HomeScreen.tsx';
import { InboxScreen } from '#renderer/features/inbox/InboxScreen.tsx';
import { OutboxScreen } from '#renderer/features/outbox/OutboxScreen.tsx';
import { RequisitionEditorScreen } from '#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx';
import { RequisitionsScreen } from '#renderer/features/requisitions/RequisitionsScreen.tsx';
import { SettingsScreen } from '#renderer/features/settings/SettingsScreen.tsx';
import { useStores } from '#renderer/state/use-stores.ts';

interface ScreenView {
  /** The icon beside the screen's name in the navigation. */
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}

/** Icon and component of each screen listed in `#contract/screens.ts`. */
export const SCREEN_VIEWS: Readonly<Record<Screen, ScreenView>> = {
  home: { icon: House, Component: HomeScreen },
  requisitions: { icon: ClipboardList, Component: RequisitionsOrEditor },
  forms: { icon: FileText, Component: FormsOrEditor },
  'completion-requests': { icon: Send, Component: CompletionRequestsScreen },
  notifications: { icon: Bell, Component: InboxScreen },
  day: { icon: CalendarDays, Component: DayScreen },
  outbox: { icon: ArrowLeftRight, Component: OutboxScreen },
  directory: { icon: BookUser, Component: DirectoryScreen },
  account: { icon: UsersRound, Component: Accounts },
  'access-log': { icon: History, Component: AccessLogScreen },
  settings: { icon: Settings, Component: SettingsScreen },
};

/** The list of requisitions, or the editor while it is open. */
function RequisitionsOrEditor() {
  const { editor, browsers } = useStores();
  const isEditing = useStore(editor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? (
    <RequisitionEditorScreen onOpenRecord={browsers.requisition.open} />
  ) : (
    <RequisitionsScreen />
  );
}

/** The list of forms, or the editor while it is open. */
function FormsOrEditor() {
  const { formEditor, browsers } = useStores();
  const isEditing = useStore(formEditor.store, ({ phase }) => phase !== 'closed');
  return isEditing ? <FormEditorScreen onOpenRecord={browsers.form.open} /> : <FormsScreen />;
}

/** The accounts as an ordinary screen, without the welcome for a new user. */
function Accounts() {
  return <AccountScreen isWelcome={false} />;
}
