/** The parts of WatermelonDB that the comparison uses; see its documentation. */

interface Row {
  readonly id: string;
  readonly name: string;
  readonly body: string;
}

interface Model {
  readonly id: string;
  readonly _raw: Row;
  prepareUpdate(change: (model: { _setRaw(column: string, value: unknown): void }) => void): unknown;
}

interface Collection {
  prepareCreateFromDirtyRaw(row: object): unknown;
  find(id: string): Promise<Model>;
  query(...clauses: readonly unknown[]): { fetch(): Promise<readonly Model[]> };
}

export interface Database {
  get(table: string): Collection;
  write(work: () => Promise<void>): Promise<void>;
  batch(changes: readonly unknown[]): Promise<void>;
}

export interface Watermelon {
  readonly Database: new (options: object) => Database;
  readonly Model: new () => object;
  readonly Q: Readonly<Record<string, unknown>> & {
    where(column: string, value: unknown): unknown;
    like(pattern: string): unknown;
    sanitizeLikeString(text: string): string;
    oneOf(values: readonly string[]): unknown;
    sortBy(column: string, order: unknown): unknown;
    take(count: number): unknown;
  };
  appSchema(schema: object): object;
  tableSchema(schema: object): object;
}

export type Adapter = {
  readonly default: new (options: object) => { readonly initializingPromise: Promise<void> };
};
