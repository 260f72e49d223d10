import { Injectable } from '@nestjs/common';
import { each, type Sql, type Tx } from '#libs/database';
import { Experiment, type ExperimentScope } from './experiment.entity.js';
import type { KnownUnit, NewUnit } from './govern.js';

/** A sequence of a brand. */
export interface SequenceName {
  readonly retailerId: string;
  readonly brandId: string;
  readonly sequenceId: string;
}

/** The execution that customers enter. */
export interface EntryInto extends SequenceName {
  readonly executionId: string;
  readonly sequenceVersion: number;
}

/** A customer record that belongs to a unit. */
export interface UnitRecord {
  readonly experimentId: string;
  readonly customerId: string;
  readonly personId: string;
}

/** The SQL of assignment. It is plain SQL, because one entry may assign a whole audience. */
@Injectable()
export class UnitRepository {
  /**
   * The experiments of the sequence and of its brand, the newest first. With `locked`, no other transaction assigns in
   * them or ends them before this one does.
   */
  experiments(sql: Sql, { retailerId, brandId, sequenceId }: SequenceName, locked: boolean): Promise<Experiment[]> {
    const scopes: [ExperimentScope, string][] = [
      ['brand', brandId],
      ['sequence', sequenceId],
    ];
    return sql.using(Experiment, (experiments) =>
      experiments.find({
        where: scopes.map(([scope, scopeId]) => ({ retailerId, scope, scopeId })),
        order: { scope: 'ASC', number: 'DESC' },
        ...(locked ? { lock: { mode: 'for_no_key_update' } as const } : {}),
      }),
    );
  }

  /** The units of these customer records in these experiments. */
  known(sql: Sql, retailerId: string, customerIds: readonly string[], experimentIds: readonly string[]) {
    return sql.query<KnownUnit>(
      `SELECT found.experiment_id AS "experimentId", found.customer_id AS "customerId", found.person_id AS "personId",
              u.held, u.closes_at AS "closesAt"
         FROM ${each('experiment_people', 'customer_id', 'uuid')}
         JOIN experiment_units u ON u.retailer_id = $1 AND u.experiment_id = found.experiment_id
          AND u.person_id = found.person_id
        WHERE found.experiment_id = ANY ($3::uuid[])`,
      [retailerId, customerIds, experimentIds],
    );
  }

  /** Writes new units of one experiment. `spend` has each person's spend of the year before. */
  async insert(
    tx: Tx,
    { retailerId, executionId, sequenceVersion }: EntryInto,
    { id, windowMs }: Experiment,
    units: readonly NewUnit[],
    assignedAt: Date,
    spend: ReadonlyMap<string, string>,
  ): Promise<void> {
    const people = units.map(({ entrant }) => entrant.hashedId);
    await tx.execute(
      `INSERT INTO experiment_units
              (retailer_id, experiment_id, assigned_at, closes_at, execution_id, sequence_version, person_id, held, x,
               prior_spend)
       SELECT $1, $2, $3, $4, $5, $6, *
         FROM unnest($7::uuid[], $8::boolean[], $9::double precision[], $10::numeric[])
       ON CONFLICT (retailer_id, experiment_id, person_id) DO NOTHING`,
      [
        retailerId,
        id,
        assignedAt,
        new Date(assignedAt.getTime() + windowMs),
        executionId,
        sequenceVersion,
        people,
        units.map(({ held }) => held),
        units.map(({ x }) => x),
        people.map((person) => spend.get(person) ?? '0'),
      ],
    );
  }

  /** Adds customer records to units. A record that is in a unit of the experiment stays in it. */
  async join(tx: Tx, retailerId: string, records: readonly UnitRecord[]): Promise<void> {
    if (records.length === 0) return;
    await tx.execute(
      `INSERT INTO experiment_people (retailer_id, experiment_id, customer_id, person_id)
       SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[])
       ON CONFLICT (retailer_id, experiment_id, customer_id) DO NOTHING`,
      [
        retailerId,
        records.map(({ experimentId }) => experimentId),
        records.map(({ customerId }) => customerId),
        records.map(({ personId }) => personId),
      ],
    );
  }

  /** For the export of a person. The salt is not the person's, and the assignment number says nothing without it. */
  ofCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<object[]> {
    return sql.query(
      `SELECT DISTINCT e.scope, e.scope_id AS "scopeId", e.number AS experiment,
              CASE WHEN u.held THEN 'holdout' ELSE 'treated' END AS "group", u.assigned_at AS "assignedAt",
              u.closes_at AS "windowClosesAt", u.came_back AS "cameBack", u.orders, u.revenue,
              u.prior_spend AS "priorSpend"
         FROM ${each('experiment_people', 'customer_id', 'uuid')}
         JOIN experiments e ON e.retailer_id = $1 AND e.id = found.experiment_id
         JOIN experiment_units u ON u.retailer_id = $1 AND u.experiment_id = found.experiment_id
          AND u.person_id = found.person_id
        ORDER BY "assignedAt", e.scope, "scopeId"`,
      [retailerId, customerIds],
    );
  }
}
