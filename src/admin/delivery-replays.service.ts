import { Injectable } from '@nestjs/common';
import { FactTrialsService } from '../commerce/queries/fact-trials.service.js';
import { deliveryProblemParts } from '../inbox/delivery-problems.js';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import type { DeliveryAnswer } from '../inbox/inbox.dto.js';
import type { ReplayTrialAnswer } from './dto/deliveries.dto.js';

export interface Replayed {
  /** False while the delivery is being processed, and if the caller did not wait for the result. */
  readonly isOver: boolean;
  readonly answer: DeliveryAnswer | ReplayTrialAnswer;
}

/** Processes a delivery again, or rolls the processing back and returns what it would have done. */
@Injectable()
export class DeliveryReplaysService {
  constructor(
    private readonly deliveries: DeliveryAdminService,
    private readonly trials: FactTrialsService,
  ) {}

  run(id: string, dryRun: boolean, waitSeconds: number): Promise<Replayed> {
    return dryRun ? this.tryOut(id) : this.replay(id, waitSeconds);
  }

  private async replay(id: string, waitSeconds: number): Promise<Replayed> {
    const answer = await this.deliveries.replay(id, waitSeconds);
    return { isOver: waitSeconds > 0 && answer.status !== 'pending', answer };
  }

  private async tryOut(id: string): Promise<Replayed> {
    const { outcome, observed } = await this.deliveries.tryOut(id, (tx, delivery, work) =>
      this.trials.run(tx, delivery.retailerId, work),
    );
    const { status, problem = null } = outcome;
    return {
      isOver: true,
      answer: {
        dryRun: true,
        outcome: { status, problem, problemParts: deliveryProblemParts(problem) },
        customers: observed ?? [],
      },
    };
  }
}
