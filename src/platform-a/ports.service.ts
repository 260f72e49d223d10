import { Injectable } from '@nestjs/common';
import { PlatformAConsentsService } from './consents/consents.service.js';
import { PlatformADiscountsService } from './discounts/discounts.service.js';
import { PlatformAPastService } from './sync/past.service.js';

/** The parts of the connector of platform A that have services of their own. */
@Injectable()
export class PlatformAPortsService {
  constructor(
    readonly discounts: PlatformADiscountsService,
    readonly consents: PlatformAConsentsService,
    readonly past: PlatformAPastService,
  ) {}
}
