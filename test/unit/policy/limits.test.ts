import { describe, expect, it } from 'vitest';
import { POLICY_WITHOUT_FILE, type Policy } from '#contract/policy.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { ok } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import {
  checkAddressAllowed,
  checkPdfSavingAllowed,
  applyPolicyLimitsToSettings,
  enforcePolicy,
} from '#main/policy/limits.ts';

const under = (fixed: Partial<Policy>): Policy => ({ ...POLICY_WITHOUT_FILE, ...fixed });

/** The procedures of these that the policy lets through. */
async function passed(fixed: Partial<Policy>): Promise<readonly ProcedureName[]> {
  const reached: ProcedureName[] = [];
  const route = enforcePolicy(async (name) => {
    reached.push(name);
    return ok({});
  }, under(fixed));
  for (const name of [
    'pdfs.open',
    'pdfs.drag',
    'pdfs.saveCopy',
    'pack.save',
    'packSchedule.chooseFolder',
    'packSchedule.make',
    'packSchedule.set',
    'pdfs.read',
    'files.saveText',
  ] as const)
    await route(name, {});
  return reached;
}

describe('the policy', () => {
  it('keeps PDFs in the window: nothing is saved, and nothing opened where it could be saved', async () => {
    expect(await passed({ savePdfs: false })).toEqual(['packSchedule.set', 'pdfs.read', 'files.saveText']);
    expect(checkPdfSavingAllowed(under({ savePdfs: false }))).toMatchObject({
      error: { code: 'policy-refused' },
    });
  });

  it('opens no PDF in a program that could print it', async () => {
    expect(await passed({ printPdfs: false })).toEqual([
      'pdfs.drag',
      'pdfs.saveCopy',
      'pack.save',
      'packSchedule.chooseFolder',
      'packSchedule.make',
      'packSchedule.set',
      'pdfs.read',
      'files.saveText',
    ]);
  });

  it('refuses nothing without a file', async () => {
    expect(await passed({})).toHaveLength(9);
    expect(checkPdfSavingAllowed(under({}))).toMatchObject({ ok: true });
  });

  it('compares addresses as a whole', () => {
    const policy = under({ baseUrl: 'https://records.example.org' });
    expect(checkAddressAllowed(policy, 'https://records.example.org').ok).toBe(true);
    for (const other of [
      'https://records.example.org.evil.org',
      'https://records.example.org:8443',
      'http://x',
    ])
      expect(checkAddressAllowed(policy, other).ok).toBe(false);
    expect(checkAddressAllowed(under({}), 'https://anywhere.example.org').ok).toBe(true);
  });

  it.each([
    ['full', 'kind', 'kind'],
    ['kind', 'nothing', 'nothing'],
    ['nothing', 'full', 'nothing'],
    ['kind', 'kind', 'kind'],
  ] as const)('with notifications %s by choice and %s at most gives %s', (chosen, most, outcome) => {
    const settings: Settings = { ...DEFAULT_SETTINGS, notifications: chosen };
    expect(applyPolicyLimitsToSettings(settings, under({ notifications: most })).notifications).toBe(outcome);
  });

  it.each([
    [10, 15, 10],
    [10, 5, 5],
    [1, 5, 1],
  ])('with a lock after %d minutes by choice and %d at most locks after %d', (chosen, most, outcome) => {
    const settings: Settings = { ...DEFAULT_SETTINGS, lockAfterMinutes: chosen };
    expect(applyPolicyLimitsToSettings(settings, under({ lockAfterMinutes: most })).lockAfterMinutes).toBe(
      outcome,
    );
  });

  it.each([
    [30, null, 30],
    [30, 10, 10],
    [7, 10, 7],
  ])('with copies kept for %d days by choice and %s at most gives %d', (chosen, days, outcome) => {
    const policy = under({ retention: { days, pdfMegabytes: null } });
    const settings: Settings = { ...DEFAULT_SETTINGS, retentionDays: chosen };
    expect(applyPolicyLimitsToSettings(settings, policy).retentionDays).toBe(outcome);
  });
});
