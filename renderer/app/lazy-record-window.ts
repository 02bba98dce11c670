import { createLazyComponent } from '#renderer/shared/lazy.tsx';

/** The window of one record. It is beside the other lazy parts, because it has one of them. */
export const LAZY_RECORD_WINDOW = createLazyComponent(
  async () => (await import('./RecordWindow.tsx')).RecordWindow,
);
