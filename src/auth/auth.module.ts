import { Module } from '@nestjs/common';
import { AdminTokenStrategy, ModuleTokenStrategy } from './token.strategy.js';

/** What the guards need: Nest builds a guard anew in each module whose controllers use it. */
@Module({
  providers: [AdminTokenStrategy, ModuleTokenStrategy],
  exports: [AdminTokenStrategy, ModuleTokenStrategy],
})
export class AuthModule {}
