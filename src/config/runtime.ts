import type { AppConfig, PlatformAConfig, PlatformBConfig } from './app-config.js';
import { unavailable } from '#libs/kernel';

/** The configuration with what is known only at the start: the addresses of the datastores and of this process. */
export class Runtime {
  constructor(
    readonly config: AppConfig,
    readonly databaseUrl: string,
    readonly redisUrl: string,
    /** Base of every absolute URL that the service hands out, without a trailing slash. */
    readonly publicUrl: string,
    /** Whether row-level security keeps retailers apart; see libs/database/row-security.ts. */
    readonly rowSecurity = true,
    /** The second port, where there is one. */
    readonly operationsPort?: number,
  ) {}

  get dashboardUrl(): string {
    return this.config.dashboardUrl ?? `${this.publicUrl}/dashboard`;
  }

  get answers(): boolean {
    return this.config.roles.answers;
  }

  /** Platform A's settings; 503 where this installation has none. */
  platformA(): PlatformAConfig {
    if (!this.config.platformA) {
      throw unavailable(
        'platform_not_configured',
        'Platform A is not configured: set PLATFORM_A_CLIENT_ID and PLATFORM_A_CLIENT_SECRETS.',
      );
    }
    return this.config.platformA;
  }

  /** Platform B's settings; 503 where this installation has none. */
  platformB(): PlatformBConfig {
    if (!this.config.platformB) {
      throw unavailable(
        'platform_not_configured',
        'Platform B is not configured: set PLATFORM_B_CLIENT_ID and PLATFORM_B_CLIENT_SECRETS.',
      );
    }
    return this.config.platformB;
  }
}
