import type { Bridge } from '#contract/api.ts';
import type { DirectoryEntry, Draft, FollowUp, SavedView } from '#contract/local-data.ts';
import type { Pdf } from '#contract/pdfs.ts';
import { err, ok } from '#contract/result.ts';
import { aPdf, NOON } from './builders.ts';

type Calls = Bridge['call'];
type Named<P extends string> = Extract<keyof Calls, `${P}.${string}`>;

interface LocalData {
  names: readonly DirectoryEntry[];
  views: readonly SavedView[];
  followUps: readonly FollowUp[];
  drafts: readonly Draft[];
}

const done = () => Promise.resolve(ok({}));

/** A ULID with a sequence number. */
function ulid(number: number): string {
  return String(number).padStart(26, '0');
}

type LocalDataCalls = Pick<
  Calls,
  | Named<'directory' | 'drafts' | 'followUps' | 'views' | 'favourites'>
  | 'records.markViewed'
  | 'pdfs.notePrinted'
  | 'pdfs.printLog'
>;

/** The local data besides the outbox, in memory. */
export function createLocalDataCalls(app: LocalData): LocalDataCalls {
  return {
    'directory.list': () => Promise.resolve(ok({ items: app.names, next: null })),
    'directory.set': ({ id, name }) => {
      const others = app.names.filter((each) => each.id !== id);
      app.names = name === null ? others : [...others, { id, name, savedAt: NOON }];
      return done();
    },
    'directory.import': () => Promise.resolve(ok({ taken: 0, replaced: [], unchanged: 0, problems: [] })),
    'directory.export': () => Promise.resolve(ok({ text: 'id,name\n', next: null })),
    'drafts.save': (draft) => {
      const saved = { ...draft, savedAt: NOON };
      app.drafts = [saved, ...app.drafts.filter(({ key }) => key !== draft.key)];
      return Promise.resolve(ok({ savedAt: NOON }));
    },
    'drafts.get': ({ key }) =>
      Promise.resolve(ok({ draft: app.drafts.find((draft) => draft.key === key) ?? null })),
    'drafts.list': () =>
      Promise.resolve(
        ok({
          items: app.drafts.map(({ key, operation, target, label, savedAt }) => ({
            key,
            operation,
            target,
            label,
            savedAt,
          })),
        }),
      ),
    'drafts.drop': ({ key }) => {
      app.drafts = app.drafts.filter((draft) => draft.key !== key);
      return done();
    },
    'followUps.set': (mark) => {
      const saved: FollowUp = { ...mark, markedAt: NOON } as FollowUp; // the same fields, branded
      app.followUps = [saved, ...app.followUps.filter(({ id }) => id !== mark.id)];
      return Promise.resolve(ok(saved));
    },
    'followUps.clear': ({ id }) => {
      app.followUps = app.followUps.filter((mark) => mark.id !== id);
      return done();
    },
    'followUps.list': ({ of }) =>
      Promise.resolve(ok({ items: app.followUps.filter(({ id }) => of === undefined || of.id === id) })),
    'views.list': () => Promise.resolve(ok({ items: app.views })),
    'views.save': (view) => {
      const saved: SavedView = { ...view, id: view.id ?? ulid(app.views.length + 1) };
      app.views = [...app.views.filter(({ id }) => id !== saved.id), saved];
      return Promise.resolve(ok(saved));
    },
    'views.remove': ({ id }) => {
      app.views = app.views.filter((view) => view.id !== id);
      return done();
    },
    'records.markViewed': () => Promise.resolve(ok({ before: null, fields: [] })),
    'pdfs.notePrinted': done,
    'pdfs.printLog': () => Promise.resolve(ok({ items: [], next: null })),
    'favourites.set': done,
  };
}

/** The PDFs of an engine in memory; all others count as never fetched. */
export function pdfCalls(app: {
  pdfs: readonly Pdf[];
}): Omit<Pick<Calls, Named<'pdfs'> | 'files.saveText'>, 'pdfs.notePrinted' | 'pdfs.printLog'> {
  const held = () =>
    Promise.resolve(
      ok({
        rule: { keep: 'none' as const, capMegabytes: 500 },
        count: app.pdfs.length,
        bytes: 0,
        missing: 0,
      }),
    );
  const find = (id: string) => app.pdfs.find((pdf) => pdf.id === id);
  const none = {
    state: 'none',
    received: 0,
    size: null,
    fetchedAt: null,
    version: null,
    hash: null,
  } as const;
  return {
    'pdfs.get': ({ id }) => Promise.resolve(ok(find(id) ?? aPdf({ id, ...none }))),
    'pdfs.getMany': ({ ids }) =>
      Promise.resolve(ok({ items: app.pdfs.filter(({ id }) => ids.includes(id)) })),
    'pdfs.fetch': ({ ids }) => Promise.resolve(ok({ queued: ids.length })),
    'pdfs.cancel': done,
    'pdfs.read': () => Promise.resolve(err('not-found')),
    'pdfs.remove': done,
    'pdfs.usage': held,
    'pdfs.setOfflinePolicy': held,
    'pdfs.open': done,
    'pdfs.saveCopy': () => Promise.resolve(ok({ isSaved: true })),
    'files.saveText': () => Promise.resolve(ok({ isSaved: true })),
  };
}
