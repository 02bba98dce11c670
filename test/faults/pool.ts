import { systemRandomSource } from '#main/base/random.ts';
import { type Dialect, findDialect, NAMED_DIALECTS } from '#main/demo/dialect/dialect.ts';
import { IS_WHOLE } from './size.ts';

/** As many neighbouring seeds as the longest list of values of a point needs, and a few more. */
const DRAWN = 8;
const BUILD_SEED = 20_261_122;
const MAX_DRAWN_SEED = 1_000_000_000;

/** The seed of everything random in this file. */
export const SEED = Number(
  // A build uses one seed, so that the same commit passes or fails alike; other runs use other seeds.
  process.env['INTRAY_SEED'] ??
    (process.env['CI'] === undefined
      ? Math.floor(systemRandomSource.fraction() * MAX_DRAWN_SEED)
      : BUILD_SEED),
);

function named(name: string): Dialect {
  const found = findDialect(name);
  if (found === null) throw new Error(`INTRAY_DIALECT is no dialect: ${name}`);
  return found;
}

function choosePool(): readonly Dialect[] {
  const only = process.env['INTRAY_DIALECT'];
  if (only !== undefined) return [named(only)];
  const drawn = Array.from({ length: IS_WHOLE ? DRAWN : 1 }, (_, index) => named(String(SEED + index)));
  return IS_WHOLE ? [...drawn, ...NAMED_DIALECTS.map(named)] : drawn;
}

/** The dialects of the demo clinic: all of them in a whole run, or the one drawn for this file. */
export const DIALECTS = choosePool();

/** Returns the dialect of the numbered part of a suite; neighbours differ. */
export function getDialect(part: number): Dialect {
  const dialect = DIALECTS[part % DIALECTS.length];
  if (dialect === undefined) throw new Error('there is no dialect');
  return dialect;
}

/** How to repeat the run. */
export function again(dialect: Dialect): string {
  const whole = IS_WHOLE ? 'INTRAY_FAULTS=all ' : '';
  return `dialect ${dialect.name}; run it again with INTRAY_SEED=${SEED} INTRAY_DIALECT=${dialect.name} ${whole}npx vitest run <this file>`;
}

process.stdout.write(
  `seed ${SEED}, in the ${DIALECTS.map(({ name }) => name).join(', ')} dialect of the demo clinic\n`,
);

/** Runs work; a failure names the dialect and how to run it again. */
export async function inDialect<Value>(dialect: Dialect, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Error) thrown.message += `\n${again(dialect)}`;
    throw thrown;
  }
}
