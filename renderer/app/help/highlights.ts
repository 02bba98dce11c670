import { newsTexts } from '#renderer/text/en/news.ts';

/** The version that the highlights belong to: each version that is released has its own. */
export const RELEASE_HIGHLIGHTS_VERSION = '0.1.0';

/** The keys of the highlights, the most important first. */
export const RELEASE_HIGHLIGHT_KEYS = (Object.keys(newsTexts.news) as (keyof typeof newsTexts.news)[]).map(
  (name) => `news.${name}` as const, // the object is a constant with these keys
);
