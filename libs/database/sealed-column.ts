/** A column whose texts are sealed, described by the repository that writes it, so that all can be sealed again. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The context that a text is sealed for, by the values of the key. */
  readonly contextOf: (key: Readonly<Record<string, string>>) => string;
}
