import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import { RetailersService } from '../retailers/retailers.service.js';

/** The retailer of what an id names; a domain error where there is no such thing. */
type Lookup = (id: string) => Promise<string>;

/** Which retailer an admin's request is about: each module says how the retailer of its resource is found. */
@Injectable()
export class ActionRetailersService {
  private readonly lookups = new Map<string, Lookup>();

  constructor(private readonly retailers: RetailersService) {
    this.register('retailers', async (id) => (await this.retailers.get(id)).id);
    this.register('brands', (id) => this.ofBrand(id));
  }

  /** `resource` is the first part of the path below /admin. */
  register(resource: string, lookup: Lookup): void {
    this.lookups.set(resource, lookup);
  }

  /** Null where the request names nothing of a retailer, or nothing that there is. */
  async find(resource: string, id: string | undefined, brandId: unknown): Promise<string | null> {
    const lookup = id === undefined ? undefined : this.lookups.get(resource);
    const byId = lookup && id !== undefined ? await orNull(lookup(id)) : null;
    return byId ?? (typeof brandId === 'string' ? orNull(this.ofBrand(brandId)) : null);
  }

  private async ofBrand(id: string): Promise<string> {
    return (await this.retailers.brand(id)).retailerId;
  }
}

/** What is not there is refused by whoever handles the request. */
async function orNull(found: Promise<string>): Promise<string | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
