import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Leases } from './leases.service.js';
import { Sweeper } from './sweeper.service.js';

const LOOK_EVERY_SECONDS = 1;

/** Frees the leases of dead workers. */
@Injectable()
export class LeaseSweep implements OnModuleInit {
  constructor(
    private readonly leases: Leases,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('leases', () => this.look(), LOOK_EVERY_SECONDS);
  }

  /** Frees the leases, and starts the sweeps that enqueue the freed work. */
  private async look(): Promise<void> {
    if ((await this.leases.look()) > 0) void this.sweeper.sweepNow();
  }
}
