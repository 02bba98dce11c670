/** Lets at most `slots` tasks run at a time; the others wait in the order they came. */
export function limiter(slots: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = slots;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
  };
  const leave = (): void => {
    // A slot goes straight to whoever waits longest.
    const resume = waiting.shift();
    if (resume === undefined) free += 1;
    else resume();
  };
  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
