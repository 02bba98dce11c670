export interface Ask {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** All calls of the module since the last `resetElectron`, in order. */
export const asked: Ask[] = [];

export function record(name: string, ...args: readonly unknown[]): void {
  asked.push({ name, args });
}

/** The arguments of the last call of that name. */
export function lastAsk(name: string): readonly unknown[] {
  const found = asked.findLast((ask) => ask.name === name);
  if (found === undefined) throw new Error(`${name} was not asked for`);
  return found.args;
}

/** Names of the calls so far, in order. */
export function askedNames(): readonly string[] {
  return asked.map(({ name }) => name);
}
