import { describe, expect, it } from 'vitest';
import { getError, intray, expectSuccess, openTestCommand } from '../../support/command.ts';

describe('the day sheet on the command line', () => {
  it('prints a local day as a table and as JSON, from the cache alone', async () => {
    const sizes = { seed: 7, requisitions: 40, forms: 8, notifications: 130, patients: 9 };
    const { clinic, run } = await openTestCommand(sizes, 'synced');
    await clinic.close();
    const told = [...clinic.listResources('notification')].flatMap(({ props }) => {
      const { id, object, start_time } = props as Record<string, string>; // as the clinic makes them
      return object === 'appointment' ? [{ id, start: start_time ?? '' }] : [];
    });
    const day = told[0]?.start.slice(0, 10) ?? '';
    const json = await run(['day', day, '--zone', 'UTC', '--json']);
    const sheet = JSON.parse(expectSuccess(json).out) as {
      day: string;
      zone: string;
      appointments: { appointment: { id: string; startTime: number } }[];
    };
    expect(sheet).toMatchObject({ day, zone: 'UTC' });
    expect(sheet.appointments.length).toBeGreaterThan(0);
    for (const { appointment } of sheet.appointments)
      expect(new Date(appointment.startTime).toISOString().slice(0, 10)).toBe(day);
    const plain = expectSuccess(await run(['day', day, '--zone', 'UTC'])).out;
    expect(plain.split('\n')).toHaveLength(sheet.appointments.length + 2);
    expect(plain).toMatch(/^start +end +appointment/);
  });

  it('requires a valid day, and a known time zone', async () => {
    for (const wrong of [['2026-02-30'], ['tomorrow'], ['2026-01-31', '--zone', 'Mars/Olympus']]) {
      const ended = await intray(['--json', 'day', ...wrong]);
      expect(ended.code).toBe(2);
      expect(getError(ended).code).toBe('invalid-input');
    }
  });
});
