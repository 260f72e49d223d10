import { Injectable } from '@nestjs/common';
import { ImageRequestsService } from '../image-generation/requests/image-requests.service.js';
import { PlansService } from '../sequences/plans.service.js';
import { SequencesService } from '../sequences/sequences.service.js';
import type { WaitingAnswer, WaitingKind } from './home.dto.js';

const SHOWN = 10;

/** What waits for a decision of the store. */
@Injectable()
export class WaitingDecisionsService {
  constructor(
    private readonly images: ImageRequestsService,
    private readonly sequences: SequencesService,
    private readonly plans: PlansService,
  ) {}

  /** Ready images that nobody judged, sequences that the service has paused or that wait for an approval, and plans
   * that nobody sent. */
  async of(retailerId: string, brandId: string): Promise<WaitingAnswer[]> {
    const waiting: readonly [WaitingKind, readonly string[]][] = [
      ['image', await this.images.undecided(retailerId, brandId)],
      ['paused_sequence', await this.sequences.pausedByService(retailerId, brandId)],
      ['automatic_sequence', await this.sequences.unapproved(retailerId, brandId)],
      ['plan', await this.plans.open(retailerId, brandId)],
    ];
    return waiting.flatMap(([kind, ids]) =>
      ids.length > 0 ? [{ kind, count: ids.length, ids: ids.slice(0, SHOWN) }] : [],
    );
  }
}
