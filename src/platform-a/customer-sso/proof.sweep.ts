import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { PlatformAUsedProofsRepository } from './used-proofs.repository.js';

/** Deletes used proofs once they are stale. */
@Injectable()
export class PlatformAProofSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly proofs: PlatformAUsedProofsRepository,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('platform-a.used-proofs', () => this.proofs.sweep());
  }
}
