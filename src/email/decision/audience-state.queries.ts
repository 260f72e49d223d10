import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import { PRESENT_MEMBERS } from '../../segmentation/membership/members.sql.js';
import { hashOfCustomer } from '../consent/suppression.repository.js';

/** Sums of hashes: they are equal for equal states, whatever the order of the rows. */
export interface AudienceState {
  readonly members: string;
  /** Of the addresses of the members, their decisions about emails, and their suppressions. */
  readonly consent: string;
}

/** Two independent sums of 64 bits each: two states with equal sums are not found by chance. */
const sumOf = (text: string): string =>
  `concat(count(*), ' ', sum(hashtextextended(${text}, 1)::numeric), ' ', sum(hashtextextended(${text}, 2)::numeric))`;

/** The present state of a segment as an audience of emails. */
@Injectable()
export class AudienceStateQueries {
  async of(sql: Sql, retailerId: string, segmentId: string): Promise<AudienceState> {
    const [row] = await sql.query<AudienceState>(
      `SELECT ${sumOf('id')} AS members, ${sumOf('state')} AS consent
         FROM (SELECT m.customer_id::text AS id, concat_ws('|', m.customer_id, c.marketing, coalesce(s.reason, '-'),
                      coalesce(c.email, '')) AS state
                 FROM ${PRESENT_MEMBERS} ${customerOf('m')}
                 LEFT JOIN suppressions s ON s.retailer_id = m.retailer_id AND s.address_hash = ${hashOfCustomer('c')}) audience`,
      [retailerId, segmentId],
    );
    return row ?? { members: '', consent: '' };
  }
}
