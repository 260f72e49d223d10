import pg from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { afterAll, expect } from 'vitest';
import { PARSED_SHAPES } from '../../checks/sql/parsed-shapes.js';
import { loadParser, treesOf } from '../../checks/sql/statement-trees.js';
import { ELSEWHERE } from '../../src/inbox/delivery-bodies.repository.js';
import { CLAIM, CLAIM_DUE } from '../../src/inbox/inbox.sql.js';

/** The name that the connections of the service have. Those of the tests have none. */
const SERVICE = 'rekindle';
/** Statements of one node. On a distributed database others take their place: see `Database.isDistributed`. */
const STAYS = new Set([CLAIM, CLAIM_DUE, ELSEWHERE]);
/** On the prototype, because each file of tests runs this one again, perhaps in the same process. */
const STATEMENTS = Symbol.for('rekindle.statements');

interface Statements {
  readonly known: Set<string>;
  readonly unread: string[];
}

interface ServerClient {
  readonly connectionParameters?: { readonly application_name?: string };
}

interface Recorded {
  query: (this: ServerClient, ...args: unknown[]) => unknown;
  [STATEMENTS]?: Statements;
}

/** Collects the texts that the service sends, also those that TypeORM writes or the service joins at run time. */
function record(clients: Recorded): Statements {
  const statements: Statements = { known: new Set(STAYS), unread: [] };
  const { query } = clients;
  clients[STATEMENTS] = statements;
  clients.query = function recorded(...args) {
    const text = textOf(args[0]);
    const isOfService = this.connectionParameters?.application_name === SERVICE;
    if (isOfService && text !== undefined && !statements.known.has(text)) {
      statements.known.add(text);
      statements.unread.push(text);
    }
    return query.apply(this, args);
  };
  return statements;
}

/** A scoped statement has the text of the statement that it limits to a retailer. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const { text, statement } = (query ?? {}) as Partial<Record<'text' | 'statement', unknown>>;
  return statement === undefined ? (text as string | undefined) : textOf(statement);
}

const clients = pg.Client.prototype as unknown as Recorded;
const { unread } = clients[STATEMENTS] ?? record(clients);

afterAll(async () => {
  await loadParser();
  const tables = new Set(getMetadataArgsStorage().tables.map(({ name }) => name ?? ''));
  const refused = unread
    .splice(0)
    .flatMap((text) =>
      treesOf(text).flatMap((tree) =>
        PARSED_SHAPES.filter(({ isIn }) => isIn(tree, tables)).map(({ name }) => `${name}: ${text}`),
      ),
    );
  expect(refused, 'statements that a distributed Postgres refuses, see checks/sql').toEqual([]);
});
