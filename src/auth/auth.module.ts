import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CustomerSessions } from './customer-sessions.js';
import { OneTimeCodes } from './one-time-codes.js';
import { SessionsModule } from './sessions.module.js';
import { StandingSessions } from './standing-sessions.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenRevocations } from './token-revocations.js';
import {
  AdminTokenStrategy,
  CustomerTokenStrategy,
  ModuleTokenStrategy,
  RetailerTokenStrategy,
} from './token.strategy.js';

/** What the guards need (Nest builds a guard anew in each module whose controllers use it) and what sessions are made of. */
const SHARED = [
  AdminTokenStrategy,
  ModuleTokenStrategy,
  RetailerTokenStrategy,
  CustomerTokenStrategy,
  StandingSessions,
  OneTimeCodes,
  CustomerSessions,
  TokenIssuer,
  TokenRevocations,
];

@Module({
  imports: [RetailersModule, CommerceModule, SessionsModule],
  providers: SHARED,
  exports: SHARED,
})
export class AuthModule {}
