import { isIP } from 'node:net';
import { validateBaseUrlToOrigin } from '#contract/accounts.ts';
import { parseInAppLink, parseVideoCallAddress } from '#contract/links.ts';
import { isAnyId } from '#contract/records.ts';
import { isAllowedPdfLink } from '#main/engine/api/pdf-link.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const SERVICE = 'https://clinic.example.org';

/** Addresses: what may be opened is https and hides neither host nor user. */
export function createTarget(): FuzzTarget {
  return {
    seeds: [
      'https://clinic.example.org',
      'http://127.0.0.1:8080',
      'https://meet.example.org/room?id=1#x',
      '/requisitions/req_1?tab=a',
      '/patients/user_1',
      '/appointments?id=appt_1',
      'https://user:pass@files.example.org/a.pdf',
      'https://[::ffff:127.0.0.1]/',
      'https://localhost./',
    ],
    tokens: [
      'https:',
      '//',
      '@',
      '[::1]',
      '0x7f.1',
      '169.254.169.254',
      '%2e',
      '\\',
      '.',
      ':443',
      'xn--',
      '。',
      'req_1',
    ],
    run: (input) => {
      const text = Buffer.from(input).toString();
      checkBase(text);
      checkCallAddress(text);
      checkInApp(text);
      checkPdfLink(text);
    },
  };
}

function checkBase(text: string): void {
  const checked = validateBaseUrlToOrigin(text, (address) => URL.parse(address));
  if (!checked.ok) return;
  const url = new URL(checked.value);
  assertHolds(url.origin === checked.value, 'a base address is an origin');
  const isPlain = url.protocol === 'http:';
  assertHolds(!isPlain || leadsToThisComputer(url), 'http stays on this computer');
  const again = validateBaseUrlToOrigin(checked.value, (address) => URL.parse(address));
  assertHolds(again.ok && again.value === checked.value, 'a checked address is accepted unchanged');
}

function checkCallAddress(text: string): void {
  const address = parseVideoCallAddress(text, (one) => URL.parse(one));
  if (!address.isOpenable) return;
  const url = new URL(address.href);
  assertHolds(
    url.protocol === 'https:' && url.username === '' && url.password === '',
    'calls use plain https',
  );
  assertHolds(url.hostname === address.host, 'the host that is shown is the host that is opened');
}

function checkInApp(text: string): void {
  const target = parseInAppLink(text);
  if (target.leadsTo === 'record' || target.leadsTo === 'patient')
    assertHolds(isAnyId(target.id), 'a link leads to an id');
}

function checkPdfLink(text: string): void {
  const url = URL.parse(text);
  if (url === null || !isAllowedPdfLink(url, SERVICE)) return;
  assertHolds(
    url.protocol === 'https:' && url.username === '' && url.password === '',
    'links use plain https',
  );
  assertHolds(!leadsToThisComputer(url), 'no link leads to this computer');
  assertHolds(!isAddress(url), 'no link leads to an IP address');
}

/** Whether a host is an IP address; `169.254.169.example` is a name. */
function isAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function leadsToThisComputer(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || (isAddress(url) && hostname.startsWith('127.'));
}
