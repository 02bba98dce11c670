import { ok, type Result } from '#contract/result.ts';

interface Asked {
  readonly limit: number;
  readonly after?: string | undefined;
}
interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/**
 * Asks the cache until a page is full or the list ends. The cache answers short pages where a walk would take long, so
 * that other reads get their turn in between; callers of the engine get whole ones.
 */
export async function fillPage<A extends Asked, Row>(
  input: A,
  ask: (asked: A) => Promise<Result<Page<Row>>>,
): Promise<Result<Page<Row>>> {
  const items: Row[] = [];
  let { after } = input;
  for (;;) {
    const page = await ask({
      ...input,
      limit: input.limit - items.length,
      ...(after === undefined ? {} : { after }),
    });
    if (!page.ok) return page;
    items.push(...page.value.items);
    const { next } = page.value;
    // Every cursor lies behind the one before it, so this ends with the list at the latest.
    if (next === null || items.length >= input.limit) return ok({ items, next });
    after = next;
  }
}
