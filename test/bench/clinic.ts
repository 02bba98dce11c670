import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import path from 'node:path';
import type { Tokens } from '#contract/accounts.ts';

/** The demo clinic as a process of its own, as it runs beside the product. */
export interface DemoClinicProcess {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly requisitions: number;
  /** Fetches every page once, so that the clinic has them cached. Returns their size in megabytes. */
  warmUp(): Promise<number>;
  stop(): Promise<void>;
}

/** The page size that the product requests and the clinic grants. */
export const PAGE = 500;
const ROOT = path.join(import.meta.dirname, '../..');

interface Address {
  readonly baseUrl: string;
  readonly tokens: Tokens;
}

/** Fetches one page of requisitions with Node's plain client. */
export function fetchPage(
  { baseUrl, tokens }: Address,
  offset: number,
  agent: Agent,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = `${baseUrl}/v2/requisitions?limit=${PAGE}&offset=${offset}`;
  const headers = { authorization: `Bearer ${tokens.accessToken}`, 'x-jwt': tokens.jwt };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    }).on('error', reject);
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}

/** Starts the clinic with this many requisitions and nothing else. */
export async function startDemoClinicProcess(requisitions: number): Promise<DemoClinicProcess> {
  const sizes = { seed: 1, requisitions, forms: 0, notifications: 0, patients: 9000 };
  const options = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ['main/demo/index.ts', ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = JSON.parse(await firstLine(child.stdout)) as Record<string, string>;
  const address = {
    baseUrl: said['base_url'] ?? '',
    tokens: { accessToken: said['access_token'] ?? '', jwt: said['jwt'] ?? '' },
  };
  return {
    ...address,
    requisitions,
    warmUp: async () => {
      const agent = new Agent({ keepAlive: true });
      let bytes = 0;
      for (let offset = 0; offset < requisitions; offset += PAGE) {
        bytes += (await fetchPage(address, offset, agent)).byteLength;
      }
      agent.destroy();
      return bytes / 1e6;
    },
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
