import type { Handlers, WithAccount } from './desk.ts';

/** The PDFs of requisitions. */
export function pdfHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'pdfs.get'
  | 'pdfs.getMany'
  | 'pdfs.fetch'
  | 'pdfs.cancel'
  | 'pdfs.read'
  | 'pdfs.remove'
  | 'pdfs.usage'
  | 'pdfs.setOfflinePolicy'
  | 'pdfs.copyTo'
> {
  return {
    'pdfs.get': (input) => withAccount(({ pdfs }) => pdfs.get(input)),
    'pdfs.getMany': (input) => withAccount(({ pdfs }) => pdfs.some(input)),
    'pdfs.fetch': (input) => withAccount(({ pdfs }) => pdfs.fetch(input)),
    'pdfs.cancel': (input) => withAccount(({ pdfs }) => pdfs.cancel(input)),
    'pdfs.read': (input) => withAccount(({ pdfs }) => pdfs.read(input)),
    'pdfs.remove': (input) => withAccount(({ pdfs }) => pdfs.drop(input)),
    'pdfs.usage': () => withAccount(({ pdfs }) => pdfs.held()),
    'pdfs.setOfflinePolicy': (input) => withAccount(({ pdfs }) => pdfs.setRule(input)),
    'pdfs.copyTo': (input) => withAccount(({ pdfs }) => pdfs.copyTo(input)),
  };
}
