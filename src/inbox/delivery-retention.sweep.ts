import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { Runtime } from '../config/runtime.js';
import { DeliveryBodiesRepository } from './delivery-bodies.repository.js';

const BATCH = 500;
/** A limit, so that the first run over a large inbox does not delay the other sweeps. */
const BATCHES_PER_SWEEP = 20;

/** Empties the bodies of deliveries that were processed DELIVERY_RETENTION_DAYS ago. Others keep their bodies. */
@Injectable()
export class DeliveryRetentionSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly bodies: DeliveryBodiesRepository,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('inbox.retention', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    const { deliveryRetentionDays: days } = this.runtime.config;
    for (let batch = 0; batch < BATCHES_PER_SWEEP; batch += 1) {
      if ((await this.bodies.emptyOld(days, BATCH)) < BATCH) return;
    }
  }
}
