import type { Appointment } from './appointments.ts';

/** Returns the latest status of an appointment; empty where there is none. */
export function getLatestAppointmentStatus({ statusHistory }: Pick<Appointment, 'statusHistory'>): string {
  let newest: Appointment['statusHistory'][number] | undefined;
  for (const entry of statusHistory) {
    if (newest === undefined || (entry.changedAt ?? 0) >= (newest.changedAt ?? 0)) newest = entry;
  }
  return newest?.status ?? '';
}
