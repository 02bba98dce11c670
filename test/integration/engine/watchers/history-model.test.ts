import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawForm, rawRequest } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { watchedForms, type NotedRequest, type WatchedForms } from '../../../support/watched-forms.ts';

const FORMS = ['form_a', 'form_b', 'form_c'];

type Step =
  | { readonly does: 'ask' | 'complete' | 'withdraw'; readonly form: number; readonly patient: number }
  | { readonly does: 'delete' | 'view'; readonly form: number }
  | { readonly does: 'news' | 'whole' | 'broken' | 'slow' | 'note' | 'reopen' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('ask', 'ask', 'complete', 'complete', 'withdraw'),
      form: fc.nat({ max: 2 }),
      patient: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('delete', 'view', 'view'), form: fc.nat({ max: 2 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('news', 'whole', 'broken', 'slow', 'note', 'note', 'reopen'),
    }),
  },
);

interface Request {
  readonly form: string;
  readonly patient: string;
  readonly at: number;
  /** When it ended and how; undefined while it is open. */
  end?: { readonly at: number; readonly how: 'completed' | 'withdrawn' | 'deleted' };
  /** Whether any cached version had it. */
  isSeen: boolean;
}

/** A service with a few forms, the client that follows it, and what really happened. */
class Clinic {
  readonly #app: WatchedForms;
  readonly #bumps: boolean;
  readonly requests: Request[] = [];
  readonly #updatedAt = new Map(FORMS.map((form) => [form, 0]));
  #known = 0;

  constructor(app: WatchedForms, bumps: boolean) {
    this.#app = app;
    this.#bumps = bumps;
  }

  async runStep(step: Step): Promise<void> {
    this.#tick();
    switch (step.does) {
      case 'ask':
        return this.#ask(FORMS[step.form] ?? '', `user_p${step.patient}`);
      case 'complete':
        return this.#end(this.#open(step), 'completed');
      case 'withdraw':
        return this.#withdraw(this.#open(step));
      case 'delete':
        return this.#delete(FORMS[step.form] ?? '');
      case 'view':
        return this.#look(FORMS[step.form] ?? '');
      case 'note':
        return this.#app.note();
      case 'reopen':
        return this.#app.reopen();
      default:
        return this.#sync(step.does);
    }
  }

  /** Everything is read and recorded. */
  async settle(): Promise<void> {
    this.#tick();
    this.#sync('whole');
    await this.#app.reopen();
  }

  #tick(): void {
    this.#app.clock.at += 10;
  }

  #open({ form, patient }: { readonly form: number; readonly patient: number }): Request | undefined {
    return this.requests.find(
      (each) => each.end === undefined && each.form === FORMS[form] && each.patient === `user_p${patient}`,
    );
  }

  #touch(form: string): void {
    if (this.#bumps) this.#updatedAt.set(form, this.#app.clock.at);
  }

  #ask(form: string, patient: string): void {
    if (!this.#updatedAt.has(form)) return;
    if (
      this.requests.some((each) => each.end === undefined && each.form === form && each.patient === patient)
    )
      return;
    this.requests.push({ form, patient, at: this.#app.clock.at, isSeen: false });
    this.#touch(form);
  }

  #end(request: Request | undefined, how: 'completed' | 'withdrawn'): void {
    if (request === undefined) return;
    request.end = { at: this.#app.clock.at, how };
    this.#touch(request.form);
  }

  /** The form as the service would return it; its requests count as seen. */
  #answer(form: string): Record<string, unknown> {
    const open = this.requests.filter((each) => each.form === form && each.end === undefined);
    for (const request of open) request.isSeen = true;
    return rawForm({
      id: form,
      request_completion_from: open.map(({ patient, at }) => rawRequest(patient, new Date(at).toISOString())),
      last_updated_at: new Date(this.#updatedAt.get(form) ?? 0).toISOString(),
    });
  }

  #look(form: string): void {
    const { cache, clock } = this.#app;
    if (!this.#updatedAt.has(form)) return;
    const text = JSON.stringify(this.#answer(form));
    unwrap(
      cache.writer.storeOne({ kind: 'form', text, fetchedAt: toEpochMs(clock.at), writeSequence: clock.at }),
    );
  }

  #sync(how: 'news' | 'whole' | 'broken' | 'slow'): void {
    const { cache, clock } = this.#app;
    const isNews = how === 'news';
    const forms = [...this.#updatedAt].filter(([, at]) => !isNews || at >= this.#known).map(([form]) => form);
    unwrap(cache.writer.beginSweep({ kind: 'form', at: toEpochMs(clock.at), writeSequence: clock.at }));
    this.#tick();
    if (!isNews) this.#known = clock.at;
    const answers = forms.map((form) => this.#answer(form));
    unwrap(cache.page('form', answers, { requestedAt: clock.at, isUrgent: true }));
    this.#tick();
    // A request that ends before the end of the sync.
    if (how === 'slow')
      this.#end(
        this.requests.find((each) => each.end === undefined),
        'completed',
      );
    this.#tick();
    const outcome = how === 'broken' ? 'incomplete' : 'complete';
    const scope = isNews ? 'changes' : 'all';
    unwrap(
      cache.writer.endSweep({
        kind: 'form',
        at: toEpochMs(clock.at),
        outcome,
        scope,
        isCertain: true,
        isGapless: true,
        etag: null,
      }),
    );
  }

  #delete(form: string): void {
    const { cache, clock } = this.#app;
    if (!this.#updatedAt.delete(form)) return;
    for (const request of this.requests) {
      if (request.form === form) request.end ??= { at: clock.at, how: 'deleted' };
    }
    this.#tick();
    unwrap(cache.writer.removeOne({ kind: 'form', id: form, writeSequence: clock.at }));
  }

  /**
   * Withdraws a request, as the outbox does it; the history may be recorded before the change is confirmed,
   * or after.
   */
  async #withdraw(request: Request | undefined): Promise<void> {
    if (request === undefined) return;
    const { app, cache, clock } = this.#app;
    const { form, patient, at } = request;
    this.#look(form);
    const { number } = app.save({ operation: 'forms.completion', data: { id: form, withdraw: [patient] } });
    const { data } = app.one(number);
    const before = { request_completion_from: [rawRequest(patient, new Date(at).toISOString())] };
    unwrap(app.store.markSending({ number, data, evidence: { before } }));
    this.#tick();
    this.#end(request, 'withdrawn');
    this.#tick();
    const answer = this.#answer(form);
    const text = JSON.stringify(answer);
    unwrap(
      cache.writer.storeOne({ kind: 'form', text, fetchedAt: toEpochMs(clock.at), writeSequence: clock.at }),
    );
    if (at % 20 === 0) await this.#app.note();
    this.#tick();
    unwrap(app.store.closeConfirmedChange({ number, data, ending: 'sent', answer }));
  }
}

function expected({ end, form, patient, at }: Request, noted: NotedRequest | undefined): unknown {
  const name = { form, patient, requestedAt: at };
  if (end === undefined) return { ...name, state: 'open', after: null, before: null };
  const isWithin = (noted?.after ?? Infinity) <= end.at && end.at <= (noted?.before ?? -Infinity);
  // How it ended is not known if the form was not read before it was deleted.
  const states = { completed: ['ended', 'form-gone'], withdrawn: ['withdrawn'], deleted: ['form-gone'] }[
    end.how
  ];
  const state = states.find((each) => each === noted?.state) ?? states[0];
  return {
    ...name,
    state,
    ...(isWithin ? { after: noted?.after, before: noted?.before } : { after: 'wrong', before: end.at }),
  };
}

test('every request that was ever seen is open, or has ended exactly once, and its interval contains the time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 40 }), async (bumps, steps) => {
      const app = await watchedForms();
      try {
        const clinic = new Clinic(app, bumps);
        await clinic.runStep({ does: 'whole' });
        for (const each of steps) await clinic.runStep(each);
        await clinic.settle();
        const noted = app.listRecordedRequests();
        const seen = clinic.requests.filter(({ isSeen }) => isSeen);
        const byName = new Map(
          noted.map((each) => [`${each.form} ${each.patient} ${each.requestedAt}`, each]),
        );
        const wanted = seen.map((each) =>
          expected(each, byName.get(`${each.form} ${each.patient} ${each.at}`)),
        );
        expect(new Set(noted)).toEqual(new Set(wanted));
        const before = JSON.stringify(noted);
        await app.reopen();
        expect(JSON.stringify(app.listRecordedRequests())).toBe(before);
      } finally {
        await app.close();
      }
    }),
    { numRuns: howMuch(20, 60) },
  );
});
