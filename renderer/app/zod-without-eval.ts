import { z } from 'zod';

// The page's policy forbids code made from text. Said before any schema is built, or zod tries it once to find out.
z.config({ jitless: true });
