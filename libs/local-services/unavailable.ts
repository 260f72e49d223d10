/** The servers that this library starts. */
export type ServiceName = 'Postgres' | 'Redis';

const REMEDIES: Record<ServiceName, { apt: string; brew: string; compose: string; variable: string; example: string }> =
  {
    Postgres: {
      apt: 'sudo apt-get install postgresql',
      brew: 'brew install postgresql@17',
      compose: 'docker compose up -d postgres',
      variable: 'DATABASE_URL',
      example: 'postgres://user:password@localhost:5432/rekindle',
    },
    Redis: {
      apt: 'sudo apt-get install redis-server',
      brew: 'brew install redis',
      compose: 'docker compose up -d redis',
      variable: 'REDIS_URL',
      example: 'redis://localhost:6379',
    },
  };

/** A server has no binary here, and none could be downloaded. The message names the commands to type. */
export class LocalServiceUnavailable extends Error {
  override readonly name = 'LocalServiceUnavailable';

  constructor(readonly missing: readonly { readonly service: ServiceName; readonly reason: string }[]) {
    super(missing.map(({ service, reason }) => describe(service, reason)).join('\n\n'));
  }

  /** One error for several servers, so that a person can install them all at once. */
  static merge(errors: readonly LocalServiceUnavailable[]): LocalServiceUnavailable {
    return new LocalServiceUnavailable(errors.flatMap(({ missing }) => missing));
  }
}

function describe(service: ServiceName, reason: string): string {
  const { apt, brew, compose, variable, example } = REMEDIES[service];
  return [
    `No private ${service} could be started: ${reason}.`,
    'Do one of these and start again:',
    `  Homebrew        ${brew}`,
    `  Debian, Ubuntu  ${apt}`,
    `  Docker          ${compose}, with ${variable} set to its address`,
    `  any other       set ${variable}, for example ${variable}=${example}`,
  ].join('\n');
}
