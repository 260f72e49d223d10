import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Secrets, TokenKind } from '../config/app-config.js';
import { Runtime } from '../config/runtime.js';
import { SessionValidityService } from './session-validity.service.js';
import { keyFor } from './token-keys.js';
import { TokenRevocationsService } from './token-revocations.service.js';
import {
  type AdminCaller,
  ALGORITHM,
  type CustomerCaller,
  type ModuleCaller,
  partiesOf,
  readAdminClaims,
  readCustomerClaims,
  readModuleClaims,
  readRetailerClaims,
  type RetailerCaller,
  tokenFacts,
} from './token-rules.js';

/** Reads the bearer token of one kind from the header and verifies its signature and times. */
abstract class TokenStrategy extends PassportStrategy(Strategy) {
  constructor(kind: TokenKind, secrets: Secrets) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The types know no KeyObject, which the verification takes as it is.
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: null, key: never) => void) =>
        done(null, keyFor(token, secrets) as never),
      algorithms: [ALGORITHM],
      ...partiesOf(kind),
    });
  }

  /** Passport's registry is shared by the process: a unique name keeps the strategies of two services apart. */
  getPassportInstance(): typeof passport {
    this.name = `token-${randomUUID()}`;
    return passport;
  }
}

@Injectable()
export class AdminTokenStrategy extends TokenStrategy {
  constructor(
    { config }: Runtime,
    private readonly revocations: TokenRevocationsService,
  ) {
    super('admin', config.tokenSecrets.admin);
  }

  async validate(claims: unknown): Promise<AdminCaller> {
    const caller = readAdminClaims(claims);
    await this.revocations.requireAdmin(tokenFacts(claims));
    return caller;
  }
}

@Injectable()
export class ModuleTokenStrategy extends TokenStrategy {
  constructor(
    { config }: Runtime,
    private readonly sessions: SessionValidityService,
  ) {
    super('module', config.tokenSecrets.module);
  }

  async validate(claims: unknown): Promise<ModuleCaller> {
    const caller = readModuleClaims(claims);
    await this.sessions.requireModule(caller, tokenFacts(claims));
    return caller;
  }
}

@Injectable()
export class RetailerTokenStrategy extends TokenStrategy {
  constructor(
    { config }: Runtime,
    private readonly sessions: SessionValidityService,
  ) {
    super('retailer', config.tokenSecrets.retailer);
  }

  async validate(claims: unknown): Promise<RetailerCaller> {
    return this.sessions.requireUser(readRetailerClaims(claims), tokenFacts(claims));
  }
}

@Injectable()
export class CustomerTokenStrategy extends TokenStrategy {
  constructor(
    { config }: Runtime,
    private readonly sessions: SessionValidityService,
  ) {
    super('customer', config.tokenSecrets.customer);
  }

  async validate(claims: unknown): Promise<CustomerCaller> {
    const caller = readCustomerClaims(claims);
    await this.sessions.require({ retailerId: caller.retailerId, issuedAt: tokenFacts(claims).issuedAt });
    return caller;
  }
}
