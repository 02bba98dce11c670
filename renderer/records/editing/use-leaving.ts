import { useState } from 'react';

/** The way out of an editor, and the question where what was typed could not be kept. */
export interface Leaving {
  readonly isAsking: boolean;
  /** Keeps what was typed and closes, then goes on; asks where it could not be kept. */
  readonly leave: (then?: () => void) => Promise<void>;
  readonly stay: () => void;
}

/** @param close keeps what was typed and closes; false where it could not be kept */
export function useLeaving(close: () => Promise<boolean>): Leaving {
  const [isAsking, setAsking] = useState(false);
  return {
    isAsking,
    leave: async (then) => {
      if (await close()) then?.();
      else setAsking(true);
    },
    stay: () => setAsking(false),
  };
}
