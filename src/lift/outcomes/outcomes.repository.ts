import { Injectable } from '@nestjs/common';
import { Database, each, type Tx } from '#libs/database';
import { addToSums } from './sums.sql.js';
import { NAMED_UNITS, OUTCOME_NOW, writeFigures } from './units.sql.js';

/** The key of a unit, without the retailer. */
export interface UnitKey {
  readonly experimentId: string;
  readonly personId: string;
}

/** An email that the mail server took, or may have taken. */
export interface Mailed {
  readonly customerId: string;
  readonly sequenceId: string;
  readonly brandId: string;
  readonly at: Date;
}

const KEY = 'u.experiment_id AS "experimentId", u.person_id AS "personId"';
const UNITS_OF = `experiment_units u USING (retailer_id, experiment_id, person_id)`;

/**
 * All SQL that changes the figures of units. A unit is locked by a statement of its own: the next statement then sees
 * every order that is committed, so that of two changes at once the later one reads all orders.
 */
@Injectable()
export class OutcomesRepository {
  constructor(private readonly database: Database) {}

  /** Locks the units that these customers belong to, always in the same order. */
  lockOf(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<UnitKey[]> {
    return tx.query<UnitKey>(
      `SELECT ${KEY} FROM experiment_units u
        WHERE u.retailer_id = $1 AND (u.experiment_id, u.person_id) IN (
          SELECT found.experiment_id, found.person_id FROM ${each('experiment_people', 'customer_id', 'uuid')})
        ORDER BY u.experiment_id, u.person_id FOR UPDATE`,
      [retailerId, customerIds],
    );
  }

  /** Computes the outcomes of locked units from the orders again. Writes what has changed. */
  async refresh(tx: Tx, retailerId: string, units: readonly UnitKey[]): Promise<void> {
    if (units.length > 0) await tx.execute(REFRESH, keysOf(retailerId, units));
  }

  /** Notes which of the customers' units were emailed by their own sequence, and which by another. */
  async noteEmails(tx: Tx, retailerId: string, emails: readonly Mailed[]): Promise<void> {
    await tx.execute(NOTE_EMAILS, [
      retailerId,
      emails.map(({ customerId }) => customerId),
      emails.map(({ sequenceId }) => sequenceId),
      emails.map(({ brandId }) => brandId),
      emails.map(({ at }) => at),
    ]);
  }

  /** Locks units whose windows have closed at `now` and whose figures are not in the sums. */
  lockClosed(tx: Tx, retailerId: string, now: Date, limit: number): Promise<UnitKey[]> {
    return tx.query<UnitKey>(
      `SELECT ${KEY} FROM experiment_units u WHERE u.retailer_id = $1 AND NOT u.folded AND u.closes_at <= $2
        ORDER BY u.closes_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [retailerId, now, limit],
    );
  }

  /** Adds locked units to the sums. */
  async fold(tx: Tx, retailerId: string, units: readonly UnitKey[]): Promise<void> {
    if (units.length > 0) await tx.execute(FOLD, keysOf(retailerId, units));
  }

  /**
   * Deletes locked units and leaves their figures in the sums, without a trace of the person. They count as closed.
   * Returns their number.
   */
  async erase(tx: Tx, retailerId: string, units: readonly UnitKey[]): Promise<number> {
    if (units.length === 0) return 0;
    await tx.execute(ADD_ERASED, keysOf(retailerId, units));
    return tx.execute(ERASE, keysOf(retailerId, units));
  }

  /** Retailers with units to fold. */
  async retailersToFold(now: Date): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT DISTINCT retailer_id AS id FROM experiment_units WHERE NOT folded AND closes_at <= $1`,
      [now],
    );
    return rows.map(({ id }) => id);
  }
}

const keysOf = (retailerId: string, units: readonly UnitKey[]): [string, string[], string[]] => [
  retailerId,
  units.map(({ experimentId }) => experimentId),
  units.map(({ personId }) => personId),
];

const REFRESH = writeFigures(
  `SELECT u.*, n.came_back AS new_came_back, n.orders AS new_orders, n.revenue AS new_revenue,
          n.unsubscribed AS new_unsubscribed, u.mailed AS new_mailed, u.mailed_by_others AS new_mailed_by_others
     FROM ${NAMED_UNITS} CROSS JOIN ${OUTCOME_NOW}
    WHERE (n.orders, n.revenue, n.unsubscribed) IS DISTINCT FROM (u.orders, u.revenue, u.unsubscribed)`,
);

/**
 * An own email counts as long as the unit governs its person: until the experiment ends, and at least until the window
 * closes. An email of another sequence counts in the window.
 */
const NOTE_EMAILS = writeFigures(
  `SELECT u.*, u.came_back AS new_came_back, u.orders AS new_orders, u.revenue AS new_revenue,
          u.unsubscribed AS new_unsubscribed, u.mailed OR n.own AS new_mailed,
          u.mailed_by_others OR n.others AS new_mailed_by_others
     FROM (SELECT retailer_id, experiment_id, person_id,
                  coalesce(bool_or(is_own) FILTER (WHERE is_governed), false) AS own,
                  coalesce(bool_or(NOT is_own) FILTER (WHERE at < closes_at), false) AS others
             FROM (SELECT p.retailer_id, p.experiment_id, p.person_id, m.at, u.closes_at,
                          e.scope_id = CASE e.scope WHEN 'brand' THEN m.brand_id ELSE m.sequence_id END AS is_own,
                          e.ended_at IS NULL OR m.at < greatest(e.ended_at, u.closes_at) AS is_governed
                     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
                          AS m (customer_id, sequence_id, brand_id, at)
                     JOIN experiment_people p ON p.retailer_id = $1 AND p.customer_id = m.customer_id
                     JOIN ${UNITS_OF}
                     JOIN experiments e ON e.retailer_id = $1 AND e.id = p.experiment_id
                    WHERE m.at >= u.assigned_at) mails
            GROUP BY 1, 2, 3) n
     JOIN ${UNITS_OF}
    WHERE n.own AND NOT u.mailed OR n.others AND NOT u.mailed_by_others`,
);

const FOLD = `
  WITH folded AS (
    UPDATE experiment_units t SET folded = true FROM ${NAMED_UNITS}
     WHERE t.retailer_id = $1 AND t.experiment_id = u.experiment_id AND t.person_id = u.person_id AND NOT t.folded
    RETURNING t.*)
  ${addToSums('(SELECT *, 1 AS sign, 0 AS gone FROM folded) u')}`;

/** A folded unit is in the sums already: for it only the number of the erased changes. */
const ADD_ERASED = addToSums(
  `(SELECT u.*, CASE WHEN u.folded THEN 0 ELSE 1 END AS sign, 1 AS gone FROM ${NAMED_UNITS}) u`,
);

const ERASE = `
  DELETE FROM experiment_units t USING unnest($2::uuid[], $3::uuid[]) AS named (experiment_id, person_id)
   WHERE t.retailer_id = $1 AND t.experiment_id = named.experiment_id AND t.person_id = named.person_id`;
