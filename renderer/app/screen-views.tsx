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
import { createLazyComponent, toLoadedComponent, type LazyComponent } from '#renderer/shared/lazy.tsx';

interface ScreenView {
  /** The icon beside the screen's name in the navigation. */
  readonly icon: LucideIcon;
  readonly component: LazyComponent<object>;
}

/** Icon and component of each screen listed in `#contract/screens.ts`. The first screen is in the first file. */
export const SCREEN_VIEWS: Readonly<Record<Screen, ScreenView>> = {
  home: { icon: House, component: toLoadedComponent(HomeScreen) },
  requisitions: {
    icon: ClipboardList,
    component: createLazyComponent(
      async () => (await import('./RequisitionsOrEditor.tsx')).RequisitionsOrEditor,
    ),
  },
  forms: {
    icon: FileText,
    component: createLazyComponent(async () => (await import('./FormsOrEditor.tsx')).FormsOrEditor),
  },
  'completion-requests': {
    icon: Send,
    component: createLazyComponent(
      async () =>
        (await import('#renderer/features/completion-requests/CompletionRequestsScreen.tsx'))
          .CompletionRequestsScreen,
    ),
  },
  notifications: {
    icon: Bell,
    component: createLazyComponent(
      async () => (await import('#renderer/features/inbox/InboxScreen.tsx')).InboxScreen,
    ),
  },
  day: {
    icon: CalendarDays,
    component: createLazyComponent(
      async () => (await import('#renderer/features/day/DayScreen.tsx')).DayScreen,
    ),
  },
  outbox: {
    icon: ArrowLeftRight,
    component: createLazyComponent(
      async () => (await import('#renderer/features/outbox/OutboxScreen.tsx')).OutboxScreen,
    ),
  },
  directory: {
    icon: BookUser,
    component: createLazyComponent(
      async () => (await import('#renderer/features/directory/DirectoryScreen.tsx')).DirectoryScreen,
    ),
  },
  account: {
    icon: UsersRound,
    component: createLazyComponent(
      async () => (await import('#renderer/features/accounts/AccountScreen.tsx')).AccountScreen,
    ),
  },
  'access-log': {
    icon: History,
    component: createLazyComponent(
      async () => (await import('#renderer/features/access-log/AccessLogScreen.tsx')).AccessLogScreen,
    ),
  },
  settings: {
    icon: Settings,
    component: createLazyComponent(
      async () => (await import('#renderer/features/settings/SettingsScreen.tsx')).SettingsScreen,
    ),
  },
};
