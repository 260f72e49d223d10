import type { ClientBase } from 'pg';

/** How a transaction begins. */
export interface Beginning {
  readonly command: 'BEGIN' | 'BEGIN READ ONLY';
  /** Statements that return nothing, such as SET LOCAL. */
  readonly settings: readonly string[];
  /** Whether Citus distributes the rows. */
  readonly distributed: boolean;
}

/**
 * Begins a transaction in one round trip. On Citus it needs a second one for the settings: Citus sends its nodes the
 * whole text that a SET is in, once for each SET, and a BEGIN in it would be a warning in the logs of all nodes.
 */
export async function begin(client: ClientBase, { command, settings, distributed }: Beginning): Promise<void> {
  if (!distributed || settings.length === 0) {
    await client.query([command, ...settings].join('; '));
    return;
  }
  await client.query(command);
  await client.query(settings.join('; '));
}
