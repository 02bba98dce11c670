import type { Handlers, WithAccount } from './desk.ts';
import { fillPage } from '../cache/fill-page.ts';

/** Lists, counts and single forms, from the cache. */
export function formHandlers(withAccount: WithAccount): Handlers<'forms.list' | 'forms.count' | 'forms.get'> {
  return {
    'forms.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('forms.list', asked))),
    'forms.count': (input) => withAccount(({ cache }) => cache.read('forms.count', input)),
    'forms.get': (input) => withAccount(({ cache }) => cache.read('forms.get', input)),
  };
}
