/** Maximum number of components that an error of the page names. */
export const MAX_COMPONENTS = 40;

/**
 * An error of the page, for the log: the kind of error and the components that it passed through, the
 * innermost first, each as `Name line:column` of the built page. The error's message is left out, because it
 * may quote a record.
 */
export interface LoggableRendererFault {
  readonly error: string;
  readonly components: string[];
}

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
