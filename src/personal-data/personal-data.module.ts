import { Module } from '@nestjs/common';
import { Runtime } from '../config/runtime.js';
import { CustomerRowsService } from './customer-rows.service.js';
import { PersonalDataService } from './personal-data.service.js';
import { SubjectHasher } from './subject-hash.js';
import { TombstoneRepository } from './tombstone.repository.js';
import { TombstonesService } from './tombstones.service.js';

/** Where modules register their personal data. It depends on none of them. */
@Module({
  providers: [
    PersonalDataService,
    CustomerRowsService,
    TombstonesService,
    TombstoneRepository,
    {
      provide: SubjectHasher,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new SubjectHasher(config.encryptionKeys),
    },
  ],
  exports: [PersonalDataService, CustomerRowsService, TombstonesService, SubjectHasher],
})
export class PersonalDataModule {}
