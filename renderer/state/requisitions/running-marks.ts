interface RunningMark {
  readonly group: number;
  /** The user has undone the group. */
  isStopped: boolean;
  readonly ended: Promise<void>;
}

/** Creates the list of actions that are still saving reviews. An undo stops its action, so that no review is saved after the others were undone. */
export function createRunningMarks() {
  const running = new Set<RunningMark>();
  return {
    begin: (group: number) => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const mark: RunningMark = { group, isStopped: false, ended };
      running.add(mark);
      return {
        isStopped: () => mark.isStopped,
        end: () => {
          running.delete(mark);
          resolve();
        },
      };
    },
    /** Returns the group that was begun last of those that are still being saved; null if there is none. */
    getLastGroup: (): number | null => [...running].at(-1)?.group ?? null,
    /** Resolves once no review of the group is saved any more. */
    stop: async (group: number): Promise<void> => {
      const mark = [...running].find((each) => each.group === group);
      if (mark === undefined) return;
      mark.isStopped = true;
      await mark.ended;
    },
  };
}
