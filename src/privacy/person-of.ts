import { entityId } from '#libs/kernel';
import type { ClaimedRequest } from './privacy.repository.js';
import type { Person } from '../personal-data/person.js';

/** The person of a request: as identified before, otherwise as the platform named the person. */
export function personOf({ retailerId, subject: { told, person } }: ClaimedRequest): Person {
  if (person) return person;
  const externalIds = told?.externalId ? [told.externalId] : [];
  return {
    retailerId,
    customerIds: externalIds.map((id) => entityId(retailerId, 'customer', id)),
    externalIds,
    emails: told?.email ? [told.email] : [],
    phones: told?.phone ? [told.phone] : [],
    orderIds: told?.orderIds ?? [],
  };
}
