/** A target with a defect, which the address of the module names: it hangs, ends its thread, throws or rejects. */
import type { FuzzTarget } from '../fuzz/target.ts';

const defect = new URL(import.meta.url).search.slice(1);

const DEFECTS: Readonly<Record<string, () => void>> = {
  hang: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('it broke');
  },
  reject: () => void Promise.reject(new Error('nobody waits')),
};

export function createTarget(): FuzzTarget {
  return {
    seeds: ['good', 'bad'],
    tokens: [],
    run: async (input) => {
      if (Buffer.from(input).toString() === 'bad') DEFECTS[defect]?.();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}
