import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import { AudienceStateQueries } from '../../email/decision/audience-state.queries.js';
import { EmailAssetsService } from '../../email/templates/email-assets.service.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { imagesIn } from '../definitions/offer-check.js';
import { offersIn } from '../definitions/offer-places.js';
import type { Execution } from '../runs/execution.entity.js';
import { SequenceRepository } from '../definitions/sequence.repository.js';
import { partOf, type PlanParts } from './plan-parts.js';

/** A run that somebody asks for. */
export interface Planned extends Pick<
  Execution,
  'retailerId' | 'sequenceId' | 'sequenceVersion' | 'segmentId' | 'stepIds' | 'repeat'
> {
  readonly definition: SequenceDefinition;
}

type Content = Pick<Planned, 'retailerId' | 'sequenceVersion' | 'definition'>;
type Audience = Pick<PlanParts, 'members' | 'consent'>;

/** The present state of everything that a live run depends on. */
@Injectable()
export class PlanStatesService {
  constructor(
    private readonly database: Database,
    private readonly audiences: AudienceStateQueries,
    private readonly assets: EmailAssetsService,
    private readonly brands: BrandsService,
    private readonly retailers: RetailersService,
    private readonly sequences: SequenceRepository,
  ) {}

  /** What a plan of the stored sequence depends on, besides its people. Undefined if it is deleted. */
  async ofStored(retailerId: string, sequenceId: string): Promise<Partial<PlanParts> | undefined> {
    const sequence = await this.sequences.ofRetailer(retailerId, sequenceId);
    return (
      sequence && this.ofContent({ retailerId, sequenceVersion: sequence.version, definition: sequence.definition })
    );
  }

  async parts(planned: Planned): Promise<PlanParts> {
    const { retailerId } = planned;
    const { segmentId, stepIds, repeat } = planned;
    const request = partOf([segmentId, stepIds, repeat]);
    return {
      request,
      ...(await this.ofContent(planned)),
      ...(await this.ofAudience(this.database.of(retailerId), planned)),
    };
  }

  async ofAudience(sql: Sql, { retailerId, segmentId }: Pick<Planned, 'retailerId' | 'segmentId'>): Promise<Audience> {
    return segmentId === null ? { members: '', consent: '' } : this.audiences.of(sql, retailerId, segmentId);
  }

  private async ofContent({
    retailerId,
    sequenceVersion,
    definition,
  }: Content): Promise<Omit<PlanParts, keyof Audience | 'request'>> {
    const { brandId } = definition;
    const brand = await this.brands.ofRetailer(retailerId, brandId);
    const images = await this.assets.images(retailerId, brandId, imagesIn(definition));
    const offers = offersIn(definition);
    const { missingScopes, currency } = await this.retailers.get(retailerId);
    return {
      sequence: partOf(sequenceVersion),
      images: partOf([...images].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      offers: partOf(offers.length === 0 ? [] : [offers, missingScopes, currency]),
      brand: partOf(brand),
    };
  }
}
