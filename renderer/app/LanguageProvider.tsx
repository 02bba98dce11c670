import { useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useStore } from 'zustand';
import { chooseLanguage, chooseLocale } from '#contract/languages.ts';
import type { PreferencesStore } from '#renderer/state/program/preferences.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import { switchPageToLocale, TextContext, useTextsOfChosenLanguage } from '#renderer/text/first-text.ts';

interface LanguageProviderProps {
  readonly preferences: PreferencesStore;
  readonly session: SessionStore;
  readonly children: ReactNode;
}

/**
 * Shows the page in the language of the settings, with the formats of the system's region. Before the facts about the
 * system have arrived, the browser's languages stand for those of the system.
 */
export function LanguageProvider({ preferences, session, children }: LanguageProviderProps) {
  const choice = useStore(preferences.store, ({ settings }) => settings.language);
  const app = useStore(session.store, (state) => state.app);
  const wanted = chooseLocale(
    chooseLanguage(choice, app?.languages ?? navigator.languages),
    app?.systemLocale ?? null,
  );
  useEffect(() => {
    void switchPageToLocale(wanted);
  }, [wanted]);
  const texts = useTextsOfChosenLanguage();
  return (
    <TextContext value={texts}>
      <I18nProvider locale={texts.locale}>{children}</I18nProvider>
    </TextContext>
  );
}
