import { Module } from '@nestjs/common';
import { ProofSweep } from './proof-sweep.js';
import { UsedProofsRepository } from './used-proofs.repository.js';

/** Proofs are used where a process answers and cleared away where one works. */
@Module({ providers: [UsedProofsRepository, ProofSweep], exports: [UsedProofsRepository] })
export class UsedProofsModule {}
