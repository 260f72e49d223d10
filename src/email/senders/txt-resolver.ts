import { Resolver } from 'node:dns/promises';

/** The DNS gave no answer, so nothing is known about the name. */
export class DnsUnavailableError extends Error {
  override readonly name = 'DnsUnavailableError';

  constructor(
    readonly host: string,
    readonly reason: string,
  ) {
    super(`The DNS gives no answer about ${host} (${reason}).`);
  }
}

/** Port: reads TXT records. */
export abstract class TxtResolver {
  /**
   * The records of a name, each in one piece. Empty where the name or its records do not exist.
   * @throws DnsUnavailableError if the DNS gives no answer
   */
  abstract txt(name: string): Promise<readonly string[]>;
}

const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);
const PATIENCE = { timeout: 1_000, tries: 2 };

/** Asks the given servers, or those of the system. */
export class NodeTxtResolver extends TxtResolver {
  private readonly resolver = new Resolver(PATIENCE);

  constructor(servers: readonly string[] = []) {
    super();
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  async txt(name: string): Promise<readonly string[]> {
    try {
      return (await this.resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (NOTHING_THERE.has(code)) return [];
      throw new DnsUnavailableError(name, code || 'unreadable name');
    }
  }
}
