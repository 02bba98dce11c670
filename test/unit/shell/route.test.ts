import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, PROCEDURE_NAMES } from '#contract/names.ts';
import { procedures } from '#contract/procedures.ts';
import { ok } from '#contract/result.ts';
import { createRoute, engineEvent } from '#main/shell/route.ts';

describe('a procedure', () => {
  const route = createRoute({
    info: () => 'info',
    session: async (name) => ok(`session ${name}`),
    engine: async (name) => ok(`engine ${name}`),
  });

  it.each(PROCEDURE_NAMES)('%s goes to the one who answers it', async (name) => {
    const expected = procedures[name].lane === 'shell' ? `session ${name}` : `engine ${name}`;
    expect(await route(name, {})).toEqual(ok(name === 'app.info' ? 'info' : expected));
  });
});

describe('an event of the engine', () => {
  it('reaches the windows only where the engine may speak of it', () => {
    const told = [...EVENT_NAMES, 'constructor', ''].filter((name) => engineEvent(name) !== null);
    expect(told).toEqual(['changed', 'health']);
  });
});
