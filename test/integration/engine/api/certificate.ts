import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A self-signed certificate with any name and validity, created for a test. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  id: 0x06,
  text: 0x0c,
  time: 0x17,
  list: 0x30,
  set: 0x31,
};
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex');
const TRUE = Buffer.from('0101ff', 'hex');

/** One element of DER: tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(TAG.time, Buffer.from(`${digits}Z`));
}

function getName(host: string): Buffer {
  return der(
    TAG.list,
    der(TAG.set, der(TAG.list, der(TAG.id, COMMON_NAME), der(TAG.text, Buffer.from(host)))),
  );
}

function alternative(host: string): Buffer {
  return isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
}

function extensions(host: string): Buffer {
  const authority = der(TAG.octets, der(TAG.list, TRUE));
  return der(
    0xa3,
    der(
      TAG.list,
      der(TAG.list, der(TAG.id, BASIC_CONSTRAINTS), TRUE, authority),
      der(TAG.list, der(TAG.id, SUBJECT_ALT_NAME), der(TAG.octets, der(TAG.list, alternative(host)))),
    ),
  );
}

/** Creates one for a host; `from` and `until` are epoch milliseconds. */
export function selfSigned(host: string, from: number, until: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = der(TAG.list, der(TAG.id, ECDSA_WITH_SHA256));
  const body = der(
    TAG.list,
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.from([1])),
    algorithm,
    getName(host),
    der(TAG.list, time(from), time(until)),
    getName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(host),
  );
  const signature = der(TAG.bits, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = der(TAG.list, body, algorithm, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
