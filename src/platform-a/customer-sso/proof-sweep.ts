import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/queue';
import { UsedProofsRepository } from './used-proofs.repository.js';

/** Clears used proofs away once they are stale. */
@Injectable()
export class ProofSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly proofs: UsedProofsRepository,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('platform-a.used-proofs', () => this.proofs.sweep());
  }
}
