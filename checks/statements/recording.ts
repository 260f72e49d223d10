import { Database, type Tx } from '#libs/database';

/** A fake database that records each statement and returns no rows. */
export class Recording {
  readonly texts: string[] = [];
  readonly tx: Tx = {
    query: (text) => Promise.resolve(this.keep(text, [])),
    queryOnce: (text) => Promise.resolve(this.keep(text, [])),
    execute: (text) => Promise.resolve(this.keep(text, 0)),
    planForValues: (work) => work(),
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
    repository: plainSqlOnly,
    using: plainSqlOnly,
  };
  readonly database: Database = Object.assign(Object.create(Database.prototype) as Database, {
    acrossRetailers: this.tx,
    of: () => this.tx,
    options: { rowSecurity: true },
  });

  private keep<T>(text: string, answer: T): T {
    this.texts.push(text);
    return answer;
  }
}

/** Hot paths are plain SQL. TypeORM writes the statements of its repositories, so they are not recorded. */
function plainSqlOnly(): never {
  throw new Error('a hot path asked for a repository of TypeORM');
}

/** The statements without the indentation of the code. */
export const readable = (texts: readonly string[]): string => texts.map((text) => `${dedented(text)};\n`).join('\n');

function dedented(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const depth = Math.min(...rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return [first, ...rest.map((line) => line.slice(depth))].map((line) => line.trimEnd()).join('\n');
}
