import { z } from 'zod';
import { MAX_COMPONENTS } from './page-fault.ts';

/** A schema for an error of the page. */
export const loggableRendererFaultSchema = z.strictObject({
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
  components: z.array(z.string().regex(/^[\w$]{1,40}( \d{1,7}:\d{1,7})?$/)).max(MAX_COMPONENTS),
});
