import type { SavedViewsStore } from '#renderer/state/list/saved-views.ts';
import type { ToastsStore } from '#renderer/state/toasts.ts';

/** Returns what saves and removes views, with a toast that can undo it. */
export function saveViewsWithToasts<Q extends object>(
  views: SavedViewsStore<Q>,
  toasts: Pick<ToastsStore, 'show'>,
): Pick<SavedViewsStore<Q>, 'save' | 'remove'> {
  const list = () => views.store.getState().own;
  return {
    save: async (name, query, id) => {
      const before = list();
      const error = await views.save(name, query, id);
      if (error !== null) return error;
      const former = before.find((view) => view.id === id);
      const added = list().find((view) => !before.some((each) => each.id === view.id));
      const undo =
        former === undefined
          ? added && (() => views.remove(added.id))
          : () => views.save(former.name, former.query, former.id);
      toasts.show({ subject: { did: 'viewSaved', name }, undo: undo ?? null });
      return null;
    },
    remove: async (id) => {
      const former = list().find((view) => view.id === id);
      const error = await views.remove(id);
      if (error !== null || former === undefined) return error;
      toasts.show({
        subject: { did: 'viewRemoved', name: former.name },
        undo: () => views.save(former.name, former.query, former.id),
      });
      return null;
    },
  };
}
