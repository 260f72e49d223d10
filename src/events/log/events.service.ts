import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { DomainError, encodeCursor, readCursor } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { EventAnswer } from './event.dto.js';
import { EventLogRepository } from './event-log.repository.js';
import type { EventsAnswer, EventsQuery } from './events.dto.js';

const CHECK_AGAIN_MS = 250;
const isPosition = (key: string): boolean => /^\d{1,18}$/.test(key);

/** The log of a retailer's events, for readers that remember their place. */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly repository: EventLogRepository,
  ) {}

  /** Waits at most `waitSeconds` for the first event. 410 where events after the cursor are deleted already. */
  async page(given: string, { types, limit, cursor }: EventsQuery, waitSeconds: number): Promise<EventsAnswer> {
    const { id } = await this.retailers.get(given);
    const [place] = readCursor(cursor, [isPosition]) ?? [];
    const read = () => this.read(id, place, types ?? null, limit);
    return waitUntil(read, ({ items }) => items.length > 0, { seconds: waitSeconds, everyMs: CHECK_AGAIN_MS });
  }

  private async read(
    retailerId: string,
    place: string | undefined,
    types: EventsQuery['types'] | null,
    limit: number,
  ): Promise<EventsAnswer> {
    const sql = this.database.of(retailerId);
    // Before the events: a position that is given away meanwhile must not be skipped.
    const { position, forgotten } = await this.repository.ends(sql, retailerId);
    if (place !== undefined && BigInt(place) < BigInt(forgotten)) throw expired();
    const after = place ?? forgotten;
    const rows = await this.repository.list(sql, retailerId, { after, types: types ?? null, limit });
    const last = rows.length === limit ? rows.at(-1)?.position : undefined;
    return {
      items: rows.map((row) => EventAnswer.of(row)),
      nextCursor: encodeCursor([last ?? laterOf(position, rows.at(-1)?.position, after)]),
    };
  }
}

/** The last of the positions: the list was read after the end of the log and may have more. */
const laterOf = (...positions: readonly (string | undefined)[]): string =>
  String(positions.reduce((last, position) => (BigInt(position ?? 0) > last ? BigInt(position ?? 0) : last), 0n));

const expired = (): DomainError =>
  new DomainError(
    410,
    'cursor_expired',
    'Events after this cursor are older than 30 days and deleted. Start again without a cursor.',
  );
