import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { conflict, DomainError, notFound } from '#libs/kernel';
import type { Segment } from '../definitions/segment.entity.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** An upsert reads all names of the brand. */
const MOST_FORMER_NAMES = 50;

/** Gives segments other names. See docs/architecture/decisions/0108-former-names-lead-to-a-segment.md. */
@Injectable()
export class SegmentRenamesService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
  ) {}

  /**
   * The former name still leads to the segment. 404 without the segment, 409 where another segment of the brand has the
   * name or had it.
   */
  async rename(id: string, name: string): Promise<void> {
    const { retailerId, brandId } = await this.segments.get(id);
    await this.database.transaction(retailerId, async (tx) => {
      const byName = await this.segments.ofBrand(tx, retailerId, brandId);
      const segment = [...byName.values()].find((each) => each.id === id);
      if (!segment || segment.status === 'deleting') throw notFound('segment');
      const holder = byName.get(name);
      if (holder && holder !== segment) throw nameTaken(name, holder);
      if (!holder && segment.formerNames.length >= MOST_FORMER_NAMES) throw tooManyNames();
      if (segment.name !== name) await this.segments.rename(tx, { retailerId, id }, name);
    });
  }
}

function nameTaken(name: string, holder: Segment) {
  const detail =
    holder.name === name ? 'is the name of another segment' : `is a former name of the segment "${holder.name}"`;
  const errors = [{ pointer: '/name', detail }];
  return new DomainError(409, 'segment_name_taken', `The name "${name}" ${detail}.`, { errors });
}

const tooManyNames = () =>
  conflict('too_many_names', `A segment keeps at most ${MOST_FORMER_NAMES} former names. Take one of those again.`);
