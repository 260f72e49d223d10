import { Module } from '@nestjs/common';
import { PlatformAProofSweep } from './proof.sweep.js';
import { PlatformAUsedProofsRepository } from './used-proofs.repository.js';

/** Proofs are used where a process answers and cleared away where one works. */
@Module({ providers: [PlatformAUsedProofsRepository, PlatformAProofSweep], exports: [PlatformAUsedProofsRepository] })
export class UsedProofsModule {}
