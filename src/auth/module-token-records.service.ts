import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { IssuedTokensRepository, type ModuleTokenView } from './issued-tokens.repository.js';

export type { ModuleTokenView } from './issued-tokens.repository.js';

/** The list of module tokens that were minted through the API. */
@Injectable()
export class ModuleTokenRecordsService {
  constructor(private readonly repository: IssuedTokensRepository) {}

  save(retailerId: string, token: Omit<ModuleTokenView, 'revokedAt'>): Promise<void> {
    return this.repository.saveModuleToken(retailerId, token);
  }

  /** Tokens that have not expired, revoked ones included; newest first. */
  list(retailerId: string, limit: number, cursor?: string): Promise<Page<ModuleTokenView>> {
    return this.repository.moduleTokens(retailerId, limit, cursor);
  }

  find(retailerId: string, jti: string): Promise<ModuleTokenView | undefined> {
    return this.repository.moduleToken(retailerId, jti);
  }
}
