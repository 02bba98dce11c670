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
import type { Screen } from '#contract/screens.ts';
import { HomeScreen } from '#renderer/features/home/HomeScreen.tsx';
import { deferComponent, toLoadedComponent, type DeferredComponent } from '#renderer/shared/deferred.tsx';

interface ScreenView {
  /** The icon beside the screen's name in the navigation. */
  readonly icon: LucideIcon;
  readonly component: DeferredComponent<object>;
}

/** Icon and component of each screen listed in `#contract/screens.ts`. The first screen is in the first file. */
export const SCREEN_VIEWS: Readonly<Record<Screen, ScreenView>> = {
  home: { icon: House, component: toLoadedComponent(HomeScreen) },
  requisitions: {
    icon: ClipboardList,
    component: deferComponent(async () => (await import('./RequisitionsOrEditor.tsx')).RequisitionsOrEditor),
  },
  forms: {
    icon: FileText,
    component: deferComponent(async () => (await import('./FormsOrEditor.tsx')).FormsOrEditor),
  },
  'completion-requests': {
    icon: Send,
    component: deferComponent(
      async () =>
        (await import('#renderer/features/completion-requests/CompletionRequestsScreen.tsx'))
          .CompletionRequestsScreen,
    ),
  },
  notifications: {
    icon: Bell,
    component: deferComponent(
      async () => (await import('#renderer/features/inbox/InboxScreen.tsx')).InboxScreen,
    ),
  },
  day: {
    icon: CalendarDays,
    component: deferComponent(async () => (await import('#renderer/features/day/DayScreen.tsx')).DayScreen),
  },
  outbox: {
    icon: ArrowLeftRight,
    component: deferComponent(
      async () => (await import('#renderer/features/outbox/OutboxScreen.tsx')).OutboxScreen,
    ),
  },
  directory: {
    icon: BookUser,
    component: deferComponent(
      async () => (await import('#renderer/features/directory/DirectoryScreen.tsx')).DirectoryScreen,
    ),
  },
  account: {
    icon: UsersRound,
    component: deferComponent(
      async () => (await import('#renderer/features/accounts/AccountScreen.tsx')).AccountScreen,
    ),
  },
  'access-log': {
    icon: History,
    component: deferComponent(
      async () => (await import('#renderer/features/access-log/AccessLogScreen.tsx')).AccessLogScreen,
    ),
  },
  settings: {
    icon: Settings,
    component: deferComponent(
      async () => (await import('#renderer/features/settings/SettingsScreen.tsx')).SettingsScreen,
    ),
  },
};
