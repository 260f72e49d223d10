import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import type { ListedModuleTokenAnswer } from './module-token.dto.js';

/** The list of module tokens that were minted through the API. */
@Injectable()
export class ModuleTokenRecordsService {
  constructor(private readonly repository: IssuedTokensRepository) {}

  save(retailerId: string, token: Omit<ListedModuleTokenAnswer, 'revokedAt'>): Promise<void> {
    return this.repository.saveModuleToken(retailerId, token);
  }

  /** Tokens that have not expired, revoked ones included; newest first. */
  list(retailerId: string, limit: number, cursor?: string): Promise<Page<ListedModuleTokenAnswer>> {
    return this.repository.moduleTokens(retailerId, limit, cursor);
  }

  find(retailerId: string, jti: string): Promise<ListedModuleTokenAnswer | undefined> {
    return this.repository.moduleToken(retailerId, jti);
  }
}
