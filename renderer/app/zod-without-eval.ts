import { z } from 'zod';

// The page's content security policy forbids `eval`. Set before the first schema is built, because zod
// otherwise probes for it once.
z.config({ jitless: true });
