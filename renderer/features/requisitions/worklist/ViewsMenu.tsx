import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { BUILT_IN_VIEWS, isSameQuery, toQuery } from '#renderer/state/worklist-views.ts';
import type { WorklistQuery } from '#renderer/state/worklist-query.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { MenuButton, type MenuGroup } from '#renderer/ui/MenuButton.tsx';
import { useQuery } from './use-query.ts';
import { ViewDialog, type ViewTask } from './ViewDialog.tsx';

interface ListedView {
  readonly id: string;
  readonly label: string;
  readonly query: WorklistQuery;
}

const SAVE: ViewTask = 'save';
const MANAGE: ViewTask = 'manage';

/** Saved views with their counts, and the ways to save this one or to change those that were saved. */
export function ViewsMenu() {
  const text = useText();
  const { worklist } = useStores();
  const query = useQuery();
  const { own, counts, uncounted, error } = useStore(worklist.views.store);
  const [task, setTask] = useState<ViewTask | null>(null);
  useEffect(() => worklist.views.show(), [worklist]);

  const builtIn: readonly ListedView[] = BUILT_IN_VIEWS.map(({ id, ...view }) => ({
    id,
    label: text(`worklist.views.builtIn.${id}`),
    query: view,
  }));
  const saved: readonly ListedView[] = own.map((view) => ({
    id: view.id,
    label: view.name,
    query: toQuery(view),
  }));
  const group = (label: string, views: readonly ListedView[]): MenuGroup => ({
    label,
    choices: views.map(({ id, label: name }) => {
      const count = counts.get(id);
      if (uncounted.has(id)) return { id, label: name, aside: text('worklist.views.notCounted') };
      return { id, label: name, ...(count === undefined ? {} : { aside: countText(count) }) };
    }),
  });
  const tasks = own.length > 0 ? [SAVE, MANAGE] : [SAVE];
  const views = [...builtIn, ...saved];

  function choose(id: string): void {
    if (id === SAVE || id === MANAGE) setTask(id);
    const view = views.find((each) => each.id === id);
    if (view !== undefined) worklist.ask(view.query);
  }

  return (
    <>
      <MenuButton
        label={text('worklist.views.open')}
        groups={[
          group(text('worklist.views.came'), builtIn),
          ...(saved.length > 0 ? [group(text('worklist.views.own'), saved)] : []),
          {
            label: text(error === null ? 'worklist.views.tasks' : 'worklist.views.notRead'),
            choices: tasks.map((id) => ({ id, label: text(`worklist.views.${id}`) })),
          },
        ]}
        chosen={views.filter((view) => isSameQuery(view.query, query)).map(({ id }) => id)}
        onChoose={choose}
      >
        {text('worklist.views.title')}
      </MenuButton>
      {task !== null && <ViewDialog task={task} query={query} onClose={() => setTask(null)} />}
    </>
  );
}
