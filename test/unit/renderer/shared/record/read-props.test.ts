import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdOrInIdFormat, getKindOfRecordId } from '#renderer/shared/ids/id-kinds.ts';
import {
  MAX_NOTIFICATION_PROPS_LEVELS,
  MAX_NOTIFICATION_PROPS_NODES,
  parseProps,
  type PropsNode,
} from '#renderer/shared/record/props-tree/read-props.ts';

/** The depth of a tree. */
function getLevels(node: PropsNode): number {
  if (node.display !== 'group') return 0;
  return 1 + Math.max(0, ...node.entries.map((entry) => getLevels(entry.node)));
}

/** The value that a tree represents, with members in their order. */
function valueOf(node: PropsNode): unknown {
  switch (node.display) {
    case 'group':
      return node.isList
        ? node.entries.map((entry) => valueOf(entry.node))
        : node.entries.map((entry) => [entry.name, valueOf(entry.node)]);
    case 'text':
      return node.text;
    case 'number':
      return Number(node.digits);
    case 'yes-no':
      return node.isYes;
    default:
      return null;
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, part]) => [name, inOrder(part)]);
}

const getRoot = (text: string): PropsNode | undefined => parseProps(text)?.root;

describe('the tree of props', () => {
  it('contains what the text contains, in its order, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, space) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        const read = parseProps(JSON.stringify(json, null, space));
        expect(read?.isCut).toBe(false);
        expect(read === null ? undefined : valueOf(read.root)).toEqual(inOrder(json));
      }),
    );
  });

  it('accepts members of any name', () => {
    const root = getRoot('{"__proto__": {"isAdmin": true}, "then": 1, "constructor": null}');
    expect(root?.display === 'group' && root.entries.map(({ name }) => name)).toEqual([
      '__proto__',
      'then',
      'constructor',
    ]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  it('keeps digits that a number type would lose', () => {
    expect(getRoot('12345678901234567890.10')).toEqual({
      display: 'number',
      digits: '12345678901234567890.10',
    });
  });

  it('is limited to the displayed depth, however deep the props are', () => {
    const depth = 10_000;
    const lists = getRoot(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const objects = getRoot(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(lists === undefined ? 0 : getLevels(lists)).toBe(MAX_NOTIFICATION_PROPS_LEVELS);
    expect(objects === undefined ? 0 : getLevels(objects)).toBe(MAX_NOTIFICATION_PROPS_LEVELS);
  });

  it('stops at the number of displayed values, and says so', () => {
    const read = parseProps(
      JSON.stringify(Array.from({ length: MAX_NOTIFICATION_PROPS_NODES + 5 }, (_, index) => index)),
    );
    expect(read?.isCut).toBe(true);
    expect(read?.root.display === 'group' && read.root.entries.length).toBe(MAX_NOTIFICATION_PROPS_NODES);
  });

  it('shows the readable part of a text that was cut', () => {
    const read = parseProps('{\n  "id": "mesg_1",\n  "notes": [\n    "one",\n    "tw…');
    expect(read?.isCut).toBe(true);
    expect(read === null ? undefined : valueOf(read.root)).toEqual([
      ['id', 'mesg_1'],
      ['notes', ['one']],
    ]);
  });

  it.each(['', 'hello', '{', '{"a" 1]', '[1}', '{} {}', '"\\u12"', '<b>x</b>'])('is null for %j', (text) => {
    expect(parseProps(text)).toBeNull();
  });
});

describe('an id in props', () => {
  it('is distinguished from a word', () => {
    expect(['user_a1', 'req_9', 'mesg_4f3a2b1c', 'appt_Ab12cd'].filter(isIdOrInIdFormat)).toHaveLength(4);
    expect(
      ['in_person', 'no_show', 'user', 'see req_1 now', 'https://x.org/a_b1'].filter(isIdOrInIdFormat),
    ).toEqual([]);
  });

  it('opens a record if it names one', () => {
    expect(getKindOfRecordId('req_1')).toBe('requisition');
    expect(getKindOfRecordId('form_1')).toBe('form');
    expect(getKindOfRecordId('fver_1')).toBeNull();
    expect(getKindOfRecordId('user_1')).toBeNull();
  });
});
