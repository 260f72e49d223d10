/** What codes of errors mean: the HTTP status, the meaning and what to do. */
export type ProblemTexts = Readonly<Record<string, readonly [status: number, meaning: string, remedy: string]>>;
