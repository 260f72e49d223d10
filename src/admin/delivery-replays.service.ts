import { Injectable } from '@nestjs/common';
import { FactTrialsService } from '../commerce/fact-trials.service.js';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import type { DeliveryAnswer, ReplayTrialAnswer } from './dto/deliveries.dto.js';

/** An answer whose status depends on what happened. */
export interface Replayed {
  readonly status: 200 | 202;
  readonly answer: DeliveryAnswer | ReplayTrialAnswer;
}

/** Another try of a delivery, for good or only to see what it would do. */
@Injectable()
export class DeliveryReplaysService {
  constructor(
    private readonly deliveries: DeliveryAdminService,
    private readonly trials: FactTrialsService,
  ) {}

  run(id: string, dryRun: boolean, waitSeconds: number): Promise<Replayed> {
    return dryRun ? this.tryOut(id) : this.replay(id, waitSeconds);
  }

  /** 202 while the delivery is under way, 200 where the caller waited for the result and it came. */
  private async replay(id: string, waitSeconds: number): Promise<Replayed> {
    const answer = await this.deliveries.replay(id, waitSeconds);
    return { status: waitSeconds > 0 && answer.status !== 'pending' ? 200 : 202, answer };
  }

  private async tryOut(id: string): Promise<Replayed> {
    const { outcome, observed } = await this.deliveries.tryOut(id, (tx, delivery, work) =>
      this.trials.run(tx, delivery.retailerId, work),
    );
    const { status, problem = null } = outcome;
    return { status: 200, answer: { dryRun: true, outcome: { status, problem }, customers: observed ?? [] } };
  }
}
