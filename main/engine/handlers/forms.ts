import type { Handlers, WithAccount } from './desk.ts';
import { fillPage } from '../cache/fill-page.ts';

/** Forms, and the requests to complete them, from the cache and the desk. */
export function formHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'forms.list'
  | 'forms.count'
  | 'forms.get'
  | 'forms.page'
  | 'forms.counts'
  | 'forms.completionRequestHistory'
  | 'forms.export'
  | 'completions.page'
  | 'completions.counts'
  | 'completions.history'
  | 'completions.remind'
> {
  return {
    'forms.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('forms.list', asked))),
    'forms.count': (input) => withAccount(({ cache }) => cache.read('forms.count', input)),
    'forms.get': (input) => withAccount(({ cache }) => cache.read('forms.get', input)),
    'forms.page': (input) => withAccount(({ cache }) => cache.read('forms.page', input)),
    'forms.counts': (input) => withAccount(({ cache }) => cache.read('forms.counts', input)),
    'forms.completionRequestHistory': (input) =>
      withAccount(({ cache }) => cache.read('forms.completionRequestHistory', input)),
    'forms.export': (input) => withAccount(({ cache }) => cache.read('forms.export', input)),
    'completions.page': (input) => withAccount(({ cache }) => cache.read('completions.page', input)),
    'completions.counts': (input) => withAccount(({ cache }) => cache.read('completions.counts', input)),
    'completions.history': (input) => withAccount(({ cache }) => cache.read('completions.history', input)),
    'completions.remind': (input) => withAccount(({ local }) => local.call('completions.remind', input)),
  };
}
