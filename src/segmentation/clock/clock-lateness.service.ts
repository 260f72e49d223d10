import { Injectable } from '@nestjs/common';
import { MembershipRepository } from '../membership/membership.repository.js';

/** How late the clock of segments is, for the people who operate the service. */
@Injectable()
export class ClockLatenessService {
  constructor(private readonly memberships: MembershipRepository) {}

  /** Whole seconds since the earliest due change of a membership; 0 if none is due. */
  async lateSeconds(): Promise<number> {
    const untilNext = await this.memberships.untilNextChange();
    return untilNext === undefined ? 0 : Math.max(0, Math.round(-untilNext / 1_000));
  }
}
