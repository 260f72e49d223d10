import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { csvLine } from '#libs/text-files';
import { SegmentRepository } from '../definitions/segment.repository.js';
import type { MemberAnswer } from './member.dto.js';
import { MemberListRepository } from './member-list.repository.js';

const ROWS_AT_ONCE = 1_000;

/** The members of a segment, now or at an instant. */
@Injectable()
export class SegmentMembersService {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly lists: MemberListRepository,
  ) {}

  /** The members at the instant; default is now. */
  async page(id: string, at: Date | undefined, limit: number, cursor?: string): Promise<Page<MemberAnswer>> {
    return this.lists.members(await this.segments.get(id), at, limit, cursor);
  }

  /** All members as lines of CSV. Throws 404 for an unknown segment, and between lines once the segment is deleted. */
  async csv(id: string, at: Date | undefined): Promise<AsyncIterable<string>> {
    return this.lines(await this.segments.get(id), at);
  }

  private async *lines(segment: { retailerId: string; id: string }, at: Date | undefined): AsyncGenerator<string> {
    yield csvLine(['customerId', 'externalId', 'email', 'enteredAt']);
    let after: string | undefined;
    for (;;) {
      const rows = await this.lists.slice(segment, at, after, ROWS_AT_ONCE);
      // Without this check, a file that lacks the members of a deleted segment would look complete.
      await this.segments.get(segment.id);
      if (rows.length > 0) yield rows.map(line).join('');
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.customerId;
    }
  }
}

const line = ({ customerId, externalId, email, enteredAt }: MemberAnswer): string =>
  csvLine([customerId, externalId, email ?? '', enteredAt.toISOString()]);
