import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { personOf } from './person-of.js';
import type { ClaimedRequest } from './privacy.repository.js';
import type { Person } from './registry/person.js';
import { PersonalData } from './registry/personal-data.js';

/** Puts together what all modules know of who somebody is. */
@Injectable()
export class Identification {
  constructor(private readonly personalData: PersonalData) {}

  async identify(tx: Tx, request: ClaimedRequest): Promise<Person> {
    let person = personOf(request);
    for (const source of this.personalData.forErasure()) person = (await source.identify?.(tx, person)) ?? person;
    return person;
  }
}
