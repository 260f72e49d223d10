import { Client } from 'pg';

const EVERY_MS = 50;

/** Counts the sessions of a database that wait for a lock, twenty times a second. */
export class Waits {
  private samples = 0;
  private found = 0;
  private asking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly client: Client,
    private readonly deadlocksBefore: number,
  ) {
    this.timer = setInterval(() => {
      this.asking ??= this.ask().finally(() => (this.asking = undefined));
    }, EVERY_MS);
  }

  static async start(databaseUrl: string): Promise<Waits> {
    const client = new Client(databaseUrl);
    await client.connect();
    return new Waits(client, await deadlocksIn(client));
  }

  /** The average number of waiting sessions, and the deadlocks meanwhile. */
  async end(): Promise<{ waiting: number; deadlocks: number }> {
    clearInterval(this.timer);
    await this.asking;
    const deadlocks = (await deadlocksIn(this.client)) - this.deadlocksBefore;
    await this.client.end();
    return { waiting: this.found / Math.max(1, this.samples), deadlocks };
  }

  private async ask(): Promise<void> {
    const { rows } = await this.client.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    this.samples += 1;
    this.found += rows[0]?.waiting ?? 0;
  }
}

async function deadlocksIn(client: Client): Promise<number> {
  const { rows } = await client.query<{ deadlocks: number }>(
    'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}
