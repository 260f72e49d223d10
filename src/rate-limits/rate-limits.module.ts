import { Global, Module } from '@nestjs/common';
import { RateLimitsService } from './rate-limits.service.js';

/** Guards of any module may ask it. */
@Global()
@Module({ providers: [RateLimitsService], exports: [RateLimitsService] })
export class RateLimitsModule {}
