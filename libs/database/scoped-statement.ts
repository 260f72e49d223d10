import pg, {
  type ClientBase,
  type Connection,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  type Submittable,
} from 'pg';
import { ROW_SECURITY } from './row-security.js';

/** What a client of pg calls on the query that it runs. The types of pg name only `submit`. */
interface RunningQuery {
  readonly name?: string;
  readonly text: string;
  readonly _result: object;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handlePortalSuspended(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** A connection as pg keeps it: with the names of the statements that it was asked to prepare a moment ago. */
type PreparingConnection = Connection & { readonly submittedNamedStatements: Record<string, string> };

const SCOPE = {
  name: 'scope',
  text: `SELECT set_config('role', '${ROW_SECURITY.tenant}', true), set_config('${ROW_SECURITY.setting}', $1, true)`,
};

/**
 * One statement in a transaction that is limited to one retailer, in one round trip. The messages of the scope and of
 * the statement leave together, and one Sync follows them. Postgres runs what precedes a Sync as one transaction, skips
 * the rest of it after an error, and commits at the Sync. So the statement never runs without its scope.
 *
 * Source: "Extended Query" in the chapter of Postgres about its protocol.
 */
class ScopedStatement<R extends QueryResultRow> implements Submittable {
  readonly result: Promise<QueryResult<R>>;
  private readonly scope: RunningQuery;
  private readonly statement: RunningQuery;
  private running: RunningQuery;

  constructor(retailerId: string, statement: QueryConfig) {
    this.scope = queryOf({ ...SCOPE, values: [retailerId] }, () => undefined);
    this.running = this.scope;
    let settle: Settle = () => undefined;
    this.result = new Promise((resolve, reject) => {
      settle = (error, result) => (error ? reject(error) : resolve(result as QueryResult<R>));
    });
    // pg would send a text without values as a simple query, which ends the transaction in its own way.
    this.statement = queryOf({ ...statement, queryMode: 'extended' }, settle);
  }

  submit(connection: Connection): Error | null {
    connection.stream.cork();
    try {
      const refused = this.scope.submit(withoutSync(connection)) ?? this.statement.submit(connection);
      // A scope that was sent without its statement would limit the next statement of the connection.
      if (refused) connection.stream.destroy();
      return refused;
    } finally {
      connection.stream.uncork();
    }
  }

  /** By `name` and `text` the client remembers what the connection has prepared. */
  get name(): string | undefined {
    return this.running.name;
  }

  get text(): string {
    return this.running.text;
  }

  /** The client adds its parsers of types to it. */
  get _result(): object {
    return this.statement._result;
  }

  handleRowDescription(message: unknown): void {
    this.running.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.running.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.running.handleCommandComplete(message, connection);
    this.running = this.statement;
  }

  handleEmptyQuery(connection: Connection): void {
    this.running.handleEmptyQuery(connection);
  }

  handlePortalSuspended(connection: Connection): void {
    this.running.handlePortalSuspended(connection);
  }

  handleCopyInResponse(connection: Connection): void {
    this.running.handleCopyInResponse(connection);
  }

  handleCopyData(message: unknown, connection: Connection): void {
    this.running.handleCopyData(message, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    this.statement.handleReadyForQuery(connection);
  }

  handleError(error: Error, connection: PreparingConnection): void {
    // After an error of the scope, Postgres skipped the statement and did not prepare it.
    if (this.statement.name) delete connection.submittedNamedStatements[this.statement.name];
    this.statement.handleError(error, connection);
  }
}

/** Runs the statement in a transaction that sees only the rows of the retailer, whose id is a UUID. */
export async function inScope<R extends QueryResultRow>(
  client: ClientBase,
  retailerId: string,
  statement: QueryConfig,
): Promise<QueryResult<R>> {
  const { result } = client.query(new ScopedStatement<R>(retailerId, statement));
  try {
    return await result;
  } catch (error) {
    // As pg does: the trace leads to the caller, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

type Settle = (error: Error | undefined, result: unknown) => void;

const queryOf = (config: QueryConfig & { queryMode?: 'extended' }, settle: Settle): RunningQuery =>
  new pg.Query(config, settle) as unknown as RunningQuery;

/** The same connection, on which a query does not end its transaction. */
const withoutSync = (connection: Connection): Connection =>
  Object.create(connection, { sync: { value: () => undefined } }) as Connection;
