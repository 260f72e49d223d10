import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { personOf } from './person-of.js';
import type { ClaimedRequest } from './privacy.repository.js';
import type { Person } from '../personal-data/person.js';
import { PersonalDataService } from '../personal-data/personal-data.service.js';

/** Collects from all modules the ids and addresses that lead to a person. */
@Injectable()
export class IdentificationService {
  constructor(private readonly personalData: PersonalDataService) {}

  async identify(tx: Tx, request: ClaimedRequest): Promise<Person> {
    let person = personOf(request);
    for (const source of this.personalData.forErasure()) person = (await source.identify?.(tx, person)) ?? person;
    return person;
  }
}
