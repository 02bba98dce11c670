import type { AppError } from '#contract/result.ts';

/** Keeps what is typed soon after the last key, never two keepings at a time. */
export interface AutoSaver {
  /** Something was typed. */
  readonly touch: () => void;
  /** Keeps what is not kept yet, now. Null once all of it is on the disk. */
  readonly flush: () => Promise<AppError | null>;
  /** Whether something was typed that is not kept. */
  readonly isDirty: () => boolean;
  /** Forgets what is not kept yet, and waits for a keeping that is on its way. */
  readonly stop: () => Promise<void>;
}

const REST_MS = 500;

/** @param keep keeps what stands there now; it must not reject */
export function createAutoSaver(saveDraft: () => Promise<AppError | null>): AutoSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let running: Promise<AppError | null> = Promise.resolve(null);

  function run(): Promise<AppError | null> {
    clearTimeout(timer);
    if (!isDue) return running;
    isDue = false;
    running = running.then(saveDraft).then((problem) => {
      if (problem !== null) isDue = true;
      return problem;
    });
    return running;
  }

  return {
    flush: run,
    isDirty: () => isDue,
    touch: () => {
      isDue = true;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), REST_MS);
    },
    stop: async () => {
      clearTimeout(timer);
      isDue = false;
      await running;
      isDue = false;
    },
  };
}
