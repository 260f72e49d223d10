import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BrowserSessionsService } from './browser-sessions.service.js';
import { CustomerSessionsService } from './customer-sessions.service.js';
import { OneTimeCodesService } from './one-time-codes.service.js';
import { RetailerUsersService } from './retailer-users.service.js';
import { SessionsModule } from './sessions.module.js';
import { SessionValidityService } from './session-validity.service.js';
import { TokenIssuerService } from './token-issuer.service.js';
import { TokenRevocationsService } from './token-revocations.service.js';
import {
  AdminTokenStrategy,
  CustomerTokenStrategy,
  ModuleTokenStrategy,
  RetailerTokenStrategy,
} from './token.strategy.js';

/**
 * All are exported: Nest creates a guard in each module whose controllers use the guard, and each of these modules
 * needs what the guard injects. The other providers serve sessions.
 */
const SHARED = [
  AdminTokenStrategy,
  ModuleTokenStrategy,
  RetailerTokenStrategy,
  CustomerTokenStrategy,
  BrowserSessionsService,
  SessionValidityService,
  OneTimeCodesService,
  RetailerUsersService,
  CustomerSessionsService,
  TokenIssuerService,
  TokenRevocationsService,
];

@Module({
  imports: [RetailersModule, CommerceModule, SessionsModule],
  providers: SHARED,
  exports: SHARED,
})
export class AuthModule {}
