const send = process.send?.bind(process);

/** What the host reports to the process that started it. */
export type HostReport =
  | { readonly type: 'title'; readonly title: string }
  /** The main bundle is about to run; `at` in epoch milliseconds. */
  | { readonly type: 'program-starts'; readonly at: number };

function report(message: HostReport): void {
  send?.(message);
}

/** Reports the title of a window, if there is a channel. */
export function reportTitle(title: string): void {
  report({ type: 'title', title });
}

/** Reports that the main bundle is about to run, if there is a channel. */
export function reportProgramStart(): void {
  report({ type: 'program-starts', at: Date.now() });
}
