interface RunningMark {
  readonly group: number;
  /** The user has undone the group. */
  isStopped: boolean;
  readonly ended: Promise<void>;
}

/**
 * Creates the list of actions that are still saving reviews. An undo stops its action, so that no review is saved after the
 * others were undone.
 */
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
    /** Returns the groups of which reviews are still being saved. */
    listGroups: (): readonly number[] => [...running].map(({ group }) => group),
    /** Resolves once no review of the group is saved any more. */
    stop: async (group: number): Promise<void> => {
      const mark = [...running].find((each) => each.group === group);
      if (mark === undefined) return;
      mark.isStopped = true;
      await mark.ended;
    },
  };
}
