import { Module } from '@nestjs/common';
import { Runtime } from '../config/runtime.js';
import { PersonalDataService } from './personal-data.service.js';
import { SubjectHasher } from './subject-hash.js';
import { TombstoneRepository } from './tombstone.repository.js';
import { TombstonesService } from './tombstones.service.js';

/** Where modules register their personal data. It depends on none of them. */
@Module({
  providers: [
    PersonalDataService,
    TombstonesService,
    TombstoneRepository,
    {
      provide: SubjectHasher,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new SubjectHasher(config.encryptionKeys),
    },
  ],
  exports: [PersonalDataService, TombstonesService, SubjectHasher],
})
export class PersonalDataModule {}
