import type { Policy } from '#contract/policy.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { settingsSchema, type Settings } from '#contract/settings.ts';

/** Returns `policy-refused` where the policy fixes another base address. */
export function checkAddressAllowed({ baseUrl }: Policy, origin: string): Result<void> {
  return baseUrl === null || baseUrl === origin
    ? ok(undefined)
    : err('policy-refused', { detail: `the base address is fixed: ${baseUrl}` });
}

/** Returns `policy-refused` where PDFs may not be saved. */
export function checkPdfSavingAllowed({ savePdfs }: Policy): Result<void> {
  return savePdfs ? ok(undefined) : err('policy-refused', { detail: 'PDFs may not be saved' });
}

/** Returns `policy-refused` where PDFs may not be opened, because another program can save and print them. */
function checkPdfOpening({ savePdfs, printPdfs }: Policy): Result<void> {
  return savePdfs && printPdfs
    ? ok(undefined)
    : err('policy-refused', { detail: 'PDFs may not be saved or printed' });
}

/** The procedures that the policy may refuse as a whole, wherever they run. */
const CHECKED: { readonly [N in ProcedureName]?: (policy: Policy) => Result<void> } = {
  'pdfs.open': checkPdfOpening,
  'pdfs.drag': checkPdfSavingAllowed,
  'pdfs.saveCopy': checkPdfSavingAllowed,
  'pdfs.saveCopies': checkPdfSavingAllowed,
  'pack.save': checkPdfSavingAllowed,
  'packSchedule.chooseFolder': checkPdfSavingAllowed,
  'packSchedule.make': checkPdfSavingAllowed,
};

type Route = (name: ProcedureName, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;

/** Returns a route that refuses the procedures that the policy does not allow. */
export function enforcePolicy(route: Route, policy: Policy): Route {
  return async (name, input, signal) => {
    const allowed = CHECKED[name]?.(policy) ?? ok(undefined);
    return allowed.ok ? route(name, input, signal) : allowed;
  };
}

const LEVELS = settingsSchema.shape.notifications.options;

/** Returns the settings within the limits of the policy. */
export function applyPolicyLimitsToSettings(settings: Settings, policy: Policy): Settings {
  const isMore = LEVELS.indexOf(settings.notifications) > LEVELS.indexOf(policy.notifications);
  return {
    ...settings,
    ...(isMore ? { notifications: policy.notifications } : {}),
    lockAfterMinutes: Math.min(settings.lockAfterMinutes, policy.lockAfterMinutes),
    retentionDays: Math.min(settings.retentionDays, policy.retention?.days ?? settings.retentionDays),
  };
}
