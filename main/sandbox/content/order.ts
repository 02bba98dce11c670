/** What a kind of order looks like on paper. `codes` are ICD-10-CM codes of reasons to order it. */
export interface OrderTemplate {
  readonly name: string;
  /** What is ordered: name and description of each script. */
  readonly scripts: readonly (readonly [name: string, description: string])[];
  readonly codes: readonly string[];
  readonly details: readonly string[];
}
