import { useStore } from 'zustand';
import {
  chooseLanguage,
  LANGUAGE_NAMES,
  type LanguageChoice,
  LANGUAGES,
  UNREVIEWED_LANGUAGES,
} from '#contract/languages.ts';
import {
  OFFERED_TEXT_SIZES_PERCENT,
  type Settings,
  settingsSchema,
  toTextSizePercent,
  toZoomLevel,
} from '#contract/settings.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { formatCount } from '#renderer/ui/format.ts';

/** A setting with a few values, as the settings screen and the palette offer it. */
export interface SettingChoice<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

const { theme: themes, density: densities } = settingsSchema.shape;

/** Hook that returns the choice of the theme. */
export function useThemeChoice(): SettingChoice<Settings['theme']> {
  const text = useText();
  const { store, choose } = useStores().preferences;
  return {
    label: text('settings.theme'),
    options: themes.options.map((value) => ({ value, label: text(`settings.themes.${value}`) })),
    value: useStore(store, ({ settings }) => settings.theme),
    onChange: (theme) => void choose({ theme }),
  };
}

/** Hook that returns the choice of the density of lists. */
export function useDensityChoice(): SettingChoice<Settings['density']> {
  const text = useText();
  const { store, choose } = useStores().preferences;
  return {
    label: text('settings.density'),
    options: densities.options.map((value) => ({ value, label: text(`settings.densities.${value}`) })),
    value: useStore(store, ({ settings }) => settings.density),
    onChange: (density) => void choose({ density }),
  };
}

/**
 * Hook that returns the choice of the text size, in percent. It is the zoom of the whole window, which the View menu changes too:
 * a size that was chosen there is offered beside the others.
 */
export function useTextSizeChoice(): SettingChoice<string> {
  const text = useText();
  const { store, choose } = useStores().preferences;
  const size = useStore(store, ({ settings }) => toTextSizePercent(settings.zoomLevel));
  const isOffered = OFFERED_TEXT_SIZES_PERCENT.some((percent) => percent === size);
  const percent = (value: number): string => text('textSize.percent', { percent: formatCount(value) });
  return {
    label: text('textSize.label'),
    options: [
      ...OFFERED_TEXT_SIZES_PERCENT.map((value) => ({ value: String(value), label: percent(value) })),
      ...(isOffered ? [] : [{ value: String(size), label: text('textSize.other', { size: percent(size) }) }]),
    ],
    value: String(size),
    onChange: (value) => {
      if (value !== String(size)) void choose({ zoomLevel: toZoomLevel(Number(value)) });
    },
  };
}

/** Hook that returns the choice of the language. Each language has its own name. */
export function useLanguageChoice(): SettingChoice<LanguageChoice> {
  const text = useText();
  const { preferences, session } = useStores();
  const languages = useStore(session.store, ({ app }) => app?.languages) ?? navigator.languages;
  return {
    label: text('settings.language'),
    options: [
      {
        value: 'system',
        label: text('settings.languageSystem', {
          language: LANGUAGE_NAMES[chooseLanguage('system', languages)],
        }),
      },
      ...LANGUAGES.map((value) => ({
        value,
        label: UNREVIEWED_LANGUAGES.has(value)
          ? text('settings.languageUnreviewed', { language: LANGUAGE_NAMES[value] })
          : LANGUAGE_NAMES[value],
      })),
    ],
    value: useStore(preferences.store, ({ settings }) => settings.language),
    onChange: (language) => void preferences.choose({ language }),
  };
}
