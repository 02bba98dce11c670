import type { Bridge } from '#contract/api.ts';
import type { DirectoryEntry } from '#contract/directory.ts';
import type { Draft, FollowUp, SavedView } from '#contract/keepsakes.ts';
import type { Paper } from '#contract/papers.ts';
import { err, ok } from '#contract/result.ts';
import { aPaper, NOON } from './builders.ts';

type Calls = Bridge['call'];
type Named<P extends string> = Extract<keyof Calls, `${P}.${string}`>;

interface Keepsakes {
  names: readonly DirectoryEntry[];
  views: readonly SavedView[];
  followUps: readonly FollowUp[];
  drafts: readonly Draft[];
}

const done = () => Promise.resolve(ok({}));

/** A ULID that tells how many there were before. */
function ulid(number: number): string {
  return String(number).padStart(26, '0');
}

type KeepsakeCalls = Pick<
  Calls,
  | Named<'directory' | 'drafts' | 'followUps' | 'views' | 'favourites'>
  | 'records.look'
  | 'papers.printed'
  | 'papers.ledger'
>;

/** What the desk file keeps besides the outbox, in memory. */
export function keepsakeCalls(desk: Keepsakes): KeepsakeCalls {
  return {
    'directory.list': () => Promise.resolve(ok({ items: desk.names, next: null })),
    'directory.set': ({ id, name }) => {
      const others = desk.names.filter((each) => each.id !== id);
      desk.names = name === null ? others : [...others, { id, name, savedAt: NOON }];
      return done();
    },
    'directory.import': () => Promise.resolve(ok({ taken: 0, replaced: [], unchanged: 0, problems: [] })),
    'directory.export': () => Promise.resolve(ok({ text: 'id,name\n', next: null })),
    'drafts.keep': (draft) => {
      const kept = { ...draft, savedAt: NOON };
      desk.drafts = [kept, ...desk.drafts.filter(({ key }) => key !== draft.key)];
      return Promise.resolve(ok({ savedAt: NOON }));
    },
    'drafts.get': ({ key }) =>
      Promise.resolve(ok({ draft: desk.drafts.find((draft) => draft.key === key) ?? null })),
    'drafts.list': () =>
      Promise.resolve(
        ok({
          items: desk.drafts.map(({ key, operation, target, label, savedAt }) => ({
            key,
            operation,
            target,
            label,
            savedAt,
          })),
        }),
      ),
    'drafts.drop': ({ key }) => {
      desk.drafts = desk.drafts.filter((draft) => draft.key !== key);
      return done();
    },
    'followUps.set': (mark) => {
      const kept: FollowUp = { ...mark, markedAt: NOON } as FollowUp; // the same fields, branded
      desk.followUps = [kept, ...desk.followUps.filter(({ id }) => id !== mark.id)];
      return Promise.resolve(ok(kept));
    },
    'followUps.clear': ({ id }) => {
      desk.followUps = desk.followUps.filter((mark) => mark.id !== id);
      return done();
    },
    'followUps.list': ({ of }) =>
      Promise.resolve(ok({ items: desk.followUps.filter(({ id }) => of === undefined || of.id === id) })),
    'views.list': () => Promise.resolve(ok({ items: desk.views })),
    'views.save': (view) => {
      const kept: SavedView = { ...view, id: view.id ?? ulid(desk.views.length + 1) };
      desk.views = [...desk.views.filter(({ id }) => id !== kept.id), kept];
      return Promise.resolve(ok(kept));
    },
    'views.remove': ({ id }) => {
      desk.views = desk.views.filter((view) => view.id !== id);
      return done();
    },
    'records.look': () => Promise.resolve(ok({ before: null, fields: [] })),
    'papers.printed': done,
    'papers.ledger': () => Promise.resolve(ok({ items: [], next: null })),
    'favourites.set': done,
  };
}

/** PDFs of a desk in memory; those that are not in it count as never fetched. */
export function paperCalls(desk: {
  papers: readonly Paper[];
}): Omit<Pick<Calls, Named<'papers'> | 'files.saveText'>, 'papers.printed' | 'papers.ledger'> {
  const held = () =>
    Promise.resolve(
      ok({
        rule: { keep: 'none' as const, capMegabytes: 500 },
        count: desk.papers.length,
        bytes: 0,
        missing: 0,
      }),
    );
  const find = (id: string) => desk.papers.find((paper) => paper.id === id);
  const none = {
    state: 'none',
    received: 0,
    size: null,
    fetchedAt: null,
    version: null,
    hash: null,
  } as const;
  return {
    'papers.get': ({ id }) => Promise.resolve(ok(find(id) ?? aPaper({ id, ...none }))),
    'papers.some': ({ ids }) =>
      Promise.resolve(ok({ items: desk.papers.filter(({ id }) => ids.includes(id)) })),
    'papers.fetch': ({ ids }) => Promise.resolve(ok({ queued: ids.length })),
    'papers.cancel': done,
    'papers.read': () => Promise.resolve(err('not-found')),
    'papers.drop': done,
    'papers.held': held,
    'papers.rule': held,
    'papers.open': done,
    'papers.saveCopy': () => Promise.resolve(ok({ isSaved: true })),
    'files.saveText': () => Promise.resolve(ok({ isSaved: true })),
  };
}
