import type { Translation } from '../translation.ts';
import type * as english from '../en/downtime-pack.ts';

/** What a downtime pack says beside the printed pages and the PDFs, in German. */
export const downtimePackTexts = {
  title: 'Ausfallpaket',
  asOf: 'Stand {{when}} ({{zone}})',
  requisition: 'Anforderung …{{end}}',
  stale: 'die Anforderung wurde seitdem geändert',
  unsent: 'Änderungen von hier fehlen darin',
} as const satisfies Translation<typeof english.downtimePackTexts>;
