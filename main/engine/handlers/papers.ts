import type { Handlers, WithAccount } from './desk.ts';

/** The PDFs of requisitions. */
export function paperHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'papers.get'
  | 'papers.some'
  | 'papers.fetch'
  | 'papers.cancel'
  | 'papers.read'
  | 'papers.drop'
  | 'papers.held'
  | 'papers.rule'
  | 'papers.copyTo'
> {
  return {
    'papers.get': (input) => withAccount(({ papers }) => papers.get(input)),
    'papers.some': (input) => withAccount(({ papers }) => papers.some(input)),
    'papers.fetch': (input) => withAccount(({ papers }) => papers.fetch(input)),
    'papers.cancel': (input) => withAccount(({ papers }) => papers.cancel(input)),
    'papers.read': (input) => withAccount(({ papers }) => papers.read(input)),
    'papers.drop': (input) => withAccount(({ papers }) => papers.drop(input)),
    'papers.held': () => withAccount(({ papers }) => papers.held()),
    'papers.rule': (input) => withAccount(({ papers }) => papers.setRule(input)),
    'papers.copyTo': (input) => withAccount(({ papers }) => papers.copyTo(input)),
  };
}
