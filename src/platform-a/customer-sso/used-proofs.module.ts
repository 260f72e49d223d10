import { Module } from '@nestjs/common';
import { PlatformAProofSweep } from './proof.sweep.js';
import { PlatformAUsedProofsRepository } from './used-proofs.repository.js';

/** Used proofs: api processes write them, and workers delete stale ones. */
@Module({ providers: [PlatformAUsedProofsRepository, PlatformAProofSweep], exports: [PlatformAUsedProofsRepository] })
export class UsedProofsModule {}
