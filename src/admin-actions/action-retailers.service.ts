import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { SegmentationService } from '../segmentation/segmentation.service.js';
import { ExecutionReaderService } from '../sequences/executions/execution-reader.service.js';
import { SequencesService } from '../sequences/definitions/sequences.service.js';

type Lookup = (id: string) => Promise<string>;

/** Which retailer an admin's request is about. */
@Injectable()
export class ActionRetailersService {
  /** By the first part of the path below /admin. */
  private readonly lookups: ReadonlyMap<string, Lookup>;

  constructor(
    private readonly retailers: RetailersService,
    segments: SegmentationService,
    sequences: SequencesService,
    executions: ExecutionReaderService,
    deliveries: DeliveryAdminService,
  ) {
    this.lookups = new Map<string, Lookup>([
      ['retailers', async (id) => (await retailers.get(id)).id],
      ['brands', (id) => this.ofBrand(id)],
      ['segments', (id) => segments.retailerOf(id)],
      ['sequences', (id) => sequences.retailerOf(id)],
      ['executions', (id) => executions.retailerOf(id)],
      ['deliveries', async (id) => (await deliveries.get(id)).retailerId],
    ]);
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
