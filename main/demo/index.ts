/** The demo clinic as a process: forked by Intray's main process, or started by hand. */
import { getParentPort, onParentProcessEnd } from '#main/base/port.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { exitProcessOnUncaughtErrors } from '#main/base/uncaught-errors.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { startDemoServer } from './server.ts';

const EXIT = { failed: 1, usage: 2 };

function fail(message: string, code: number): never {
  console.error(message);
  process.exit(code);
}

async function run(): Promise<void> {
  const parent = getParentPort();
  exitProcessOnUncaughtErrors({ message: 'the demo clinic failed', port: parent });
  const read = parseArguments(process.argv.slice(2));
  if (!read.ok) fail(`${read.problem} ${USAGE}`, EXIT.usage);
  const sandbox = await startDemoServer(read.options);
  const { baseUrl, accessToken, jwt, userId } = sandbox;
  const end = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(EXIT.failed),
    );
  };
  if (parent === null) {
    console.log(JSON.stringify({ base_url: baseUrl, access_token: accessToken, jwt, user_id: userId }));
  } else {
    parent.send({ type: 'ready', baseUrl, accessToken, jwt, userId, names: sandbox.listNames() });
  }
  onParentProcessEnd(end);
  process.once('SIGTERM', end).once('SIGINT', end);
}

run().catch((thrown: unknown) => {
  const isTaken = getSystemErrorCode(thrown) === 'EADDRINUSE';
  fail(isTaken ? 'The port is in use already.' : 'The demo clinic could not start.', EXIT.failed);
});
