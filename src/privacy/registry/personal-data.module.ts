import { Module } from '@nestjs/common';
import { Runtime } from '../../config/runtime.js';
import { PersonalData } from './personal-data.js';
import { SubjectHasher } from './subject-hash.js';
import { TombstoneRepository } from './tombstone.repository.js';
import { Tombstones } from './tombstones.js';

/** What every module that holds personal data needs to say so; knows none of them. */
@Module({
  providers: [
    PersonalData,
    Tombstones,
    TombstoneRepository,
    {
      provide: SubjectHasher,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new SubjectHasher(config.encryptionKeys),
    },
  ],
  exports: [PersonalData, Tombstones, SubjectHasher],
})
export class PersonalDataModule {}
