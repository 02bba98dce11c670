import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteParts, readInParts, saveInParts } from '#main/vault/keychain-parts.ts';
import { Died, memoryKeychain } from '../../support/memory-keychain.ts';

const text = fc.string({ minLength: 1, maxLength: 5000, unit: 'binary-ascii' });
const found = (value: string) => ({ state: 'found', value });

describe('a text in parts', () => {
  test.each([0, 1, 1199, 1200, 1201, 1281, 4096, 16_384, 32_768])(
    'of %i characters is read back whole',
    async (length) => {
      const keychain = memoryKeychain();
      const value = 'ab'.repeat(length).slice(0, length);
      expect(await saveInParts(keychain, 'one', value)).toEqual({ state: 'done' });
      expect(await readInParts(keychain, 'one')).toEqual(found(value));
    },
  );

  test('leaves nothing of an earlier text', async () => {
    const keychain = memoryKeychain();
    await saveInParts(keychain, 'one', 'x'.repeat(9000));
    await saveInParts(keychain, 'one', 'y'.repeat(9000));
    await saveInParts(keychain, 'one', 'z');
    expect([...keychain.entries.values()].filter((value) => /[xy]{9}/.test(value))).toEqual([]);
  });

  test('whose part is missing or was swapped is not read', async () => {
    const keychain = memoryKeychain();
    await saveInParts(keychain, 'one', 'x'.repeat(3000));
    keychain.entries.set('one/a/1', 'y'.repeat(1200));
    expect(await readInParts(keychain, 'one')).toEqual({ state: 'absent' });
    keychain.entries.delete('one/a/1');
    expect(await readInParts(keychain, 'one')).toEqual({ state: 'absent' });
  });

  test('is removed to the last part, whatever a crash had left', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(12), async (before, after, steps) => {
        const keychain = memoryKeychain();
        await saveInParts(keychain, 'one', before);
        keychain.stepsLeft = steps;
        await saveInParts(keychain, 'one', after).catch(expectDeath);
        keychain.stepsLeft = Infinity;
        await deleteParts(keychain, 'one');
        expect([...keychain.entries.keys()]).toEqual([]);
      }),
    );
  });
});

test('a text is not said to be removed where the keychain does not tell which parts there are', async () => {
  const keychain = memoryKeychain();
  await saveInParts(keychain, 'one', 'x'.repeat(3000));
  const asleep = { state: 'locked', detail: 'asleep' } as const;
  const get: typeof keychain.get = async (name) => (name === 'one/a/1' ? asleep : keychain.get(name));
  expect(await deleteParts({ ...keychain, get }, 'one')).toEqual(asleep);
  expect(keychain.entries.has('one/a/0')).toBe(true);
});

test('a text whose part the keychain keeps is not said to be removed, and all parts before it stay', async () => {
  const keychain = memoryKeychain();
  await saveInParts(keychain, 'one', 'x'.repeat(4000));
  const refused = { state: 'unavailable', detail: 'refused' } as const;
  const remove: typeof keychain.delete = async (name) =>
    name === 'one/a/1' ? refused : keychain.delete(name);
  expect(await deleteParts({ ...keychain, delete: remove }, 'one')).toEqual(refused);
  expect([...keychain.entries.keys()]).toEqual(['one/a/0', 'one/a/1']);
});

function expectDeath(thrown: unknown): void {
  expect(thrown).toBeInstanceOf(Died);
}

describe('a new text', () => {
  test('leaves the old one or the new one after a crash at any step, and the next write repairs the rest', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(12), text, async (before, after, steps, last) => {
        const keychain = memoryKeychain();
        await saveInParts(keychain, 'one', before);
        keychain.stepsLeft = steps;
        await saveInParts(keychain, 'one', after).catch(expectDeath);
        keychain.stepsLeft = Infinity;
        expect([found(before), found(after)]).toContainEqual(await readInParts(keychain, 'one'));
        await saveInParts(keychain, 'one', last);
        expect(await readInParts(keychain, 'one')).toEqual(found(last));
      }),
      { numRuns: 200 },
    );
  });

  test('that the keychain refuses at any step is refused, and the old one stays; completed steps stay', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(12), async (before, after, steps) => {
        const keychain = memoryKeychain();
        await saveInParts(keychain, 'one', before);
        keychain.stepsTaken = steps;
        const { state } = await saveInParts(keychain, 'one', after);
        expect(await readInParts(keychain, 'one')).toEqual(found(state === 'done' ? after : before));
      }),
    );
  });

  test.each(['locked', 'unavailable'] as const)(
    'in a keychain that is %s is neither read nor stored',
    async (state) => {
      const keychain = memoryKeychain();
      keychain.simulatedState = { state, detail: '' };
      expect(await readInParts(keychain, 'one')).toEqual(keychain.simulatedState);
      expect(await saveInParts(keychain, 'one', 'text')).toEqual(keychain.simulatedState);
      expect(await deleteParts(keychain, 'one')).toEqual(keychain.simulatedState);
    },
  );
});
