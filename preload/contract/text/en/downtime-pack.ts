/** What a downtime pack says beside the printed pages and the PDFs. */
export const downtimePackTexts = {
  /** Its name in lists of windows; contains no patient data. */
  title: 'Downtime pack',
  /** The parts of the line in the margin of each PDF. */
  asOf: 'As of {{when}} ({{zone}})',
  requisition: 'requisition …{{end}}',
  stale: 'the requisition has changed since',
  unsent: 'changes here are not in it',
} as const;
