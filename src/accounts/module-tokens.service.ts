import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { notFound, type Page } from '#libs/kernel';
import type { ListedModuleTokenAnswer, Minter, ModuleTokenAnswer } from '../auth/module-token.dto.js';
import { ModuleTokenRecordsService } from '../auth/module-token-records.service.js';
import { TokenIssuerService } from '../auth/token-issuer.service.js';
import { TokenRevocationsService } from '../auth/token-revocations.service.js';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { MODULE_TOKEN_SECONDS } from './dto/module-tokens.dto.js';

/** Creates, lists and revokes tokens for module R. */
@Injectable()
export class ModuleTokensService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly issuer: TokenIssuerService,
    private readonly tokens: ModuleTokenRecordsService,
    private readonly revocations: TokenRevocationsService,
  ) {}

  /** 404 for an unknown retailer, 409 for an uninstalled one. */
  async mint(
    retailerId: string,
    mintedBy: Minter,
    expiresIn: number = MODULE_TOKEN_SECONDS[mintedBy.kind],
  ): Promise<ModuleTokenAnswer> {
    const { id, status } = await this.retailers.get(retailerId);
    if (status === 'uninstalled') throw notUsable(status);
    const jti = randomUUID();
    const issuedAt = new Date();
    const expiresAt = new Date(issuedAt.getTime() + expiresIn * 1_000);
    await this.tokens.save(id, { jti, mintedBy, issuedAt, expiresAt });
    return { token: this.issuer.issue('module', { sub: id, jti, mintedBy }, expiresIn), expiresIn, jti };
  }

  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<ListedModuleTokenAnswer>> {
    const { id } = await this.retailers.get(retailerId);
    return this.tokens.list(id, limit, cursor);
  }

  /** 404 for a token that was not created through the API, or that has expired. */
  async get(retailerId: string, jti: string): Promise<ListedModuleTokenAnswer> {
    const { id } = await this.retailers.get(retailerId);
    const token = await this.tokens.find(id, jti);
    if (!token) throw notFound('token');
    return token;
  }

  /** For users of the store, who may revoke only tokens that were created through the API. */
  async revokeListed(retailerId: string, jti: string): Promise<void> {
    await this.get(retailerId, jti);
    await this.revocations.revokeModule(retailerId, jti);
  }

  /** For admins, who may also revoke a token of the command line, which no list contains. */
  async revokeAny(retailerId: string, jti: string): Promise<void> {
    const { id } = await this.retailers.get(retailerId);
    await this.revocations.revokeModule(id, jti);
  }
}
