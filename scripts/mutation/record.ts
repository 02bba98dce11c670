/** The outcomes of earlier runs, kept outside of version control. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { applyMutant, type PlacedMutant } from './operators.ts';

const outcomeSchema = z.object({
  /** Of the mutated text. */
  hash: z.string(),
  /** `compiles`: it was not tried yet. */
  outcome: z.enum(['killed', 'survived', 'compiles', 'does not compile']),
  /** What noticed it; empty where nothing did. */
  by: z.string(),
});

/** The outcome of a mutant. */
export type MutantOutcome = Omit<Readonly<z.infer<typeof outcomeSchema>>, 'hash'>;

function hashMutant(text: string, mutant: PlacedMutant): string {
  const hash = createHash('sha256').update(mutant.file).update('\0').update(applyMutant(text, mutant));
  return hash.digest('hex').slice(0, 32);
}

/** Keeps the last outcome of each mutant, as long as its source is the same. */
export class OutcomeRecord {
  readonly #file: string;
  readonly #outcomes = new Map<string, MutantOutcome>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    for (const line of lines) {
      const { hash, ...outcome } = outcomeSchema.parse(JSON.parse(line));
      this.#outcomes.set(hash, outcome);
    }
  }

  /** @param text the source without the mistake */
  get(text: string, mutant: PlacedMutant): MutantOutcome | null {
    return this.#outcomes.get(hashMutant(text, mutant)) ?? null;
  }

  set(text: string, mutant: PlacedMutant, outcome: MutantOutcome): void {
    const hash = hashMutant(text, mutant);
    this.#outcomes.set(hash, outcome);
    appendFileSync(this.#file, `${JSON.stringify({ hash, ...outcome })}\n`);
  }
}
