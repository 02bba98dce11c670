import { errorSentence } from '#contract/error-text.ts';
import type { KindHealth } from '#contract/health.ts';
import type { Text } from '#renderer/text/text.ts';

/** What of a kind is behind and why, in words; empty where nothing is. */
export function behindText(text: Text, { state, suspected, error }: KindHealth): string {
  return [
    ...(error === null ? [] : [errorSentence(error)]),
    ...(state === 'incomplete' ? [text('health.behind')] : []),
    ...(suspected > 0 ? [text('health.suspected', { count: suspected })] : []),
  ].join(' ');
}
