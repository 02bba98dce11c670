import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDraftKey } from '#contract/draft-key.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { settingsSchema } from '#contract/settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { parsePolicy } from '#main/policy/parse-policy.ts';
import { openSettings } from '#main/session/settings.ts';
import { readCurrentBaseAddress } from '#main/vault/accounts.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

/** Settings, register of accounts and policy: damaged files are replaced by defaults or refused with a line. */
export function createTarget(): FuzzTarget {
  const folder = mkdtempSync(join(tmpdir(), 'intray-fuzz-'));
  return {
    seeds: [
      JSON.stringify(DEFAULT_SETTINGS, null, 2),
      '{"version":1,"current":"demo","accounts":[{"id":"demo","baseUrl":"https://a.example.org","userId":null,"label":"A"}]}',
      '{"version":1,"baseUrl":"https://clinic.example.org","savePdfs":false,"updates":{"channel":"stable"}}',
      '["forms.create","1",""]',
    ],
    tokens: [
      '"version":1',
      '"theme":"dark"',
      '"savePdfs":',
      '// x',
      '"baseUrl":',
      '\n',
      '"updates":{',
      '{"a":'.repeat(900),
    ],
    run: (input) => {
      for (const name of ['settings.json', 'accounts.json']) writeFileSync(join(folder, name), input);
      const settings = openSettings({
        dataDir: folder,
        clock: systemClock,
        log: silentLog,
        onChanged: () => {},
      }).get();
      assertHolds(settingsSchema.safeParse(settings).success, 'settings are always valid');
      readCurrentBaseAddress(folder);
      const text = Buffer.from(input).toString();
      parseDraftKey(text);
      const policy = parsePolicy(text);
      assertHolds(policy.ok || policy.problems.length > 0, 'a refused policy says why');
      // The damaged file was renamed, each time to another name.
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
