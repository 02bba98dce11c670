import { z } from 'zod';

const MAX_COMPONENTS = 40;

/**
 * A fault of the page, for the log: what kind of error it was, and the components that it went through, the innermost first, each
 * as `Name line:column` of the built page. The error's message is left out, because it may quote a record.
 */
export const pageFaultSchema = z.strictObject({
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
  components: z.array(z.string().regex(/^[\w$]{1,40}( \d{1,7}:\d{1,7})?$/)).max(MAX_COMPONENTS),
});
export type PageFault = Readonly<z.infer<typeof pageFaultSchema>>;

const FRAME = /^\s*(?:at )?([\w$]{1,40})(?![\w$])(?:.*:(\d{1,7}:\d{1,7})\)?\s*$)?/;

/**
 * Makes of a thrown thing what may stand in the log.
 * @param stack React's component stack: one component a line
 */
export function describePageFault(thrown: unknown, stack: string): PageFault {
  const error = thrown instanceof Error && /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  const components = stack.split('\n').flatMap((row) => {
    const [, name, place] = FRAME.exec(row) ?? [];
    if (name === undefined) return [];
    return place === undefined ? name : `${name} ${place}`;
  });
  return { error, components: components.slice(0, MAX_COMPONENTS) };
}
