import { Injectable } from '@nestjs/common';
import { PlatformAConsentsService } from './consents/consents.service.js';
import { PlatformADiscountsService } from './discounts/discounts.service.js';

/** What the connector of platform A offers beside set-up, backfill and watch. */
@Injectable()
export class PlatformAPortsService {
  constructor(
    readonly discounts: PlatformADiscountsService,
    readonly consents: PlatformAConsentsService,
  ) {}
}
