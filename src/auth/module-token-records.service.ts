import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { IssuedTokensRepository, type ModuleTokenView } from './issued-tokens.repository.js';

export type { ModuleTokenView } from './issued-tokens.repository.js';

/** What is known of the module tokens that were made through the API. */
@Injectable()
export class ModuleTokenRecordsService {
  constructor(private readonly repository: IssuedTokensRepository) {}

  save(retailerId: string, token: Omit<ModuleTokenView, 'revokedAt'>): Promise<void> {
    return this.repository.saveModuleToken(retailerId, token);
  }

  /** Those that have not expired, newest first, the revoked among them. */
  list(retailerId: string, limit: number, cursor?: string): Promise<Page<ModuleTokenView>> {
    return this.repository.moduleTokens(retailerId, limit, cursor);
  }

  find(retailerId: string, jti: string): Promise<ModuleTokenView | undefined> {
    return this.repository.moduleToken(retailerId, jti);
  }
}
