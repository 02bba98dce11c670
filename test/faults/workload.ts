import type { z } from 'zod';
import type { changeToSaveSchema } from '#contract/changes.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { DemoServer } from '#main/demo/server.ts';

type ChangeInput = z.input<typeof changeToSaveSchema>;

/** A change for which the number of times the service carried it out can be determined afterwards. */
export interface Marked {
  readonly change: ChangeInput;
  readonly number: number;
  /** A text that appears in the request of this change and of no other. */
  readonly mark: string;
  /**
   * The record whose one field it sets, so that a later change may replace it; null if each change has to be
   * carried out.
   */
  readonly sets: string | null;
}

/** The records of a clinic that a workload changes. */
export interface Targets {
  readonly requisitions: readonly string[];
  readonly forms: readonly string[];
  readonly notifications: readonly string[];
}

/** Chooses the records to change from the initial state of the clinic. */
export function getTargets(clinic: DemoServer): Targets {
  const ids = (kind: 'form' | 'requisition' | 'notification', count: number): string[] =>
    [...clinic.listResources(kind)].slice(0, count).map(({ id }) => String(id));
  return {
    requisitions: ids('requisition', 6),
    forms: ids('form', 4),
    notifications: ids('notification', 6),
  };
}

function pick<T>(random: RandomGenerator, from: readonly T[]): T {
  const found = from[Math.floor(random.fraction() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Texts that a service may not store unchanged; the mark comes first. */
function worded(mark: string, random: RandomGenerator): string {
  const draw = random.fraction();
  if (draw < 0.1) return `${mark} `;
  if (draw < 0.2) return `${mark} cafe\u0301`;
  if (draw < 0.28) return mark + ' and so on'.repeat(40);
  return mark;
}

type Maker = (mark: string, random: RandomGenerator, targets: Targets) => ChangeInput;

const MAKERS: readonly Maker[] = [
  (mark, random) => ({
    operation: 'requisitions.create',
    data: {
      patient: 'user_kill',
      type: 'lab',
      ordering_provider: 'user_d1',
      name: mark,
      ...(random.fraction() < 0.5 ? {} : { order_details: worded(mark, random) }),
    },
  }),
  (mark, random) => ({
    operation: 'forms.create',
    data: { name: mark, ...(random.fraction() < 0.5 ? {} : { description: worded(mark, random) }) },
  }),
  (mark, random, { requisitions }) => ({
    operation: 'requisitions.update',
    data: { id: pick(random, requisitions), order_details: worded(mark, random) },
  }),
  (mark, random, { forms }) => ({
    operation: 'forms.update',
    data: { id: pick(random, forms), description: worded(mark, random) },
  }),
  (mark, random, { requisitions }) => ({
    operation: 'requisitions.update',
    data: { id: pick(random, requisitions), review: { reviewer: `user_${mark}`, status: 'requested' } },
  }),
  (mark, random, { forms }) => ({
    operation: 'forms.completion',
    data: { id: pick(random, forms), ask: [`user_${mark}`] },
  }),
  (_mark, random, { notifications }) => ({
    operation: 'notifications.update',
    data: { id: pick(random, notifications), read: random.fraction() < 0.5 },
  }),
];

/**
 * Returns the next change of a workload. `number` makes its mark; read marks have none, because they cannot be
 * distinguished.
 */
export function nextWrite(number: number, random: RandomGenerator, targets: Targets): Marked {
  const mark = `mark${number}x`;
  const change = pick(random, MAKERS)(mark, random, targets);
  const { data } = change;
  const isField = 'order_details' in data || 'description' in data || 'read' in data;
  return { number, mark, change, sets: isField && 'id' in data ? data.id : null };
}

/** Returns the marks that appear in a request. */
export function findMarks(body: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(body)?.match(/mark\d+x/g));
}

/**
 * How often each mark was carried out. A whole list that names a patient again carries out nothing for that
 * patient.
 */
export function timesDone(clinic: DemoServer): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const asked = new Map<string, ReadonlySet<string>>();
  for (const { path, body } of clinic.writeLog()) {
    const marks = findMarks(body);
    const isList = typeof body === 'object' && body !== null && 'request_completion_from' in body;
    const known = isList ? (asked.get(path) ?? new Set()) : new Set<string>();
    if (isList) asked.set(path, marks);
    for (const mark of marks) if (!known.has(mark)) times.set(mark, (times.get(mark) ?? 0) + 1);
  }
  return times;
}
