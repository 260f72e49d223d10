/**
 * A column of sealed texts. The repository that writes the column declares it, so that `keys:reseal` finds all of them.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The context that a text is sealed for, from the values of the primary key. */
  readonly contextOf: (key: Readonly<Record<string, string>>) => string;
}
