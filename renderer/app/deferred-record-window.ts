import { deferComponent } from '#renderer/shared/deferred.tsx';

/** The window of one record. It is beside the other deferred parts, because it has one of them. */
export const DEFERRED_RECORD_WINDOW = deferComponent(
  async () => (await import('./RecordWindow.tsx')).RecordWindow,
);
