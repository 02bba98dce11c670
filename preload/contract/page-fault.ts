import type { LoggableRendererFault } from './page-fault-schema.ts';

/** Maximum number of components that an error of the page names. */
export const MAX_COMPONENTS = 40;

export type { LoggableRendererFault } from './page-fault-schema.ts';

const FRAME = /^\s*(?:at )?([\w$]{1,40})(?![\w$])(?:.*:(\d{1,7}:\d{1,7})\)?\s*$)?/;

/**
 * Converts a thrown value to what may be logged.
 * @param stack React's component stack: one component per line
 */
export function toLoggableRendererFault(thrown: unknown, stack: string): LoggableRendererFault {
  const error = thrown instanceof Error && /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  const components = stack.split('\n').flatMap((row) => {
    const [, name, place] = FRAME.exec(row) ?? [];
    if (name === undefined) return [];
    return place === undefined ? name : `${name} ${place}`;
  });
  return { error, components: components.slice(0, MAX_COMPONENTS) };
}
