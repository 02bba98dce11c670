import type { Handlers, WithAccount } from './desk.ts';

/** Writes that are not on the server yet: keeping, showing, changing and deciding about them. */
export function outboxHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'writes.save'
  | 'outbox.list'
  | 'outbox.acknowledged'
  | 'outbox.edit'
  | 'outbox.retry'
  | 'outbox.discard'
  | 'outbox.resolve'
> {
  return {
    'writes.save': (input) => withAccount(({ outbox }) => outbox.save(input)),
    'outbox.list': (input) => withAccount(({ outbox }) => outbox.list(input)),
    'outbox.acknowledged': (input) => withAccount(({ outbox }) => outbox.acknowledged(input)),
    'outbox.edit': (input) => withAccount(({ outbox }) => outbox.edit(input)),
    'outbox.retry': (input) => withAccount(({ outbox }) => outbox.retry(input)),
    'outbox.discard': (input) => withAccount(({ outbox }) => outbox.discard(input)),
    'outbox.resolve': (input) => withAccount(({ outbox }) => outbox.resolve(input)),
  };
}
