import { z } from 'zod';
import { MAX_COMPONENTS } from './page-fault.ts';

/**
 * An error of the page, for the log: the kind of error and the components that it passed through, the
 * innermost first, each as `Name line:column` of the built page. The error's message is left out, because it
 * may quote a record.
 */
export const loggableRendererFaultSchema = z.strictObject({
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
  components: z.array(z.string().regex(/^[\w$]{1,40}( \d{1,7}:\d{1,7})?$/)).max(MAX_COMPONENTS),
});
export type LoggableRendererFault = Readonly<z.infer<typeof loggableRendererFaultSchema>>;
