import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BrandChangesService } from '../../retailers/brand-changes.service.js';
import { ExperimentsService, USUAL_WINDOW_DAYS, windowMsOf } from './experiments.service.js';

/** The experiment of a brand's global holdout follows the settings of the brand. */
@Injectable()
export class GlobalHoldoutService implements OnModuleInit {
  constructor(
    private readonly changes: BrandChangesService,
    private readonly experiments: ExperimentsService,
  ) {}

  onModuleInit(): void {
    this.changes.register((tx, { id, retailerId, settings }) =>
      this.experiments.follow(
        tx,
        { retailerId, scope: 'brand', scopeId: id, brandId: id },
        { percent: settings.globalHoldout.percent, windowMs: windowMsOf(USUAL_WINDOW_DAYS) },
      ),
    );
  }
}
