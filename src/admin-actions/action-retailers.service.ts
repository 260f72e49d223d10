import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import { RetailersService } from '../retailers/retailers.service.js';

/** Finds the retailer that owns the resource with this id; throws a domain error for an unknown id. */
type Lookup = (id: string) => Promise<string>;

/** Finds the retailer that an admin's request is about. Each module registers a lookup for its resource. */
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

  /** Null if the request names no resource of a retailer, or an unknown one. */
  async find(resource: string, id: string | undefined, brandId: unknown): Promise<string | null> {
    const lookup = id === undefined ? undefined : this.lookups.get(resource);
    const byId = lookup && id !== undefined ? await orNull(lookup(id)) : null;
    return byId ?? (typeof brandId === 'string' ? orNull(this.ofBrand(brandId)) : null);
  }

  private async ofBrand(id: string): Promise<string> {
    return (await this.retailers.brand(id)).retailerId;
  }
}

/** Ignores an unknown id: the handler of the request refuses it. */
async function orNull(found: Promise<string>): Promise<string | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
