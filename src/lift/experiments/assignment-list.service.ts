import { Injectable } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { isUuid, moneyOf, type Page, pageOf, readCursor } from '#libs/kernel';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { AssignmentAnswer, AssignmentsQuery } from './assignment.dto.js';
import type { Experiment } from './experiment.entity.js';
import type { ExperimentUnit } from './experiment-unit.entity.js';

type Row = Pick<
  ExperimentUnit,
  'personId' | 'held' | 'x' | 'assignedAt' | 'closesAt' | 'cameBack' | 'orders' | 'revenue' | 'priorSpend'
> & { readonly experiment: number; readonly email: string | null };

const COLUMNS = `e.number AS experiment, u.person_id AS "personId", u.held, u.x, u.assigned_at AS "assignedAt",
  u.closes_at AS "closesAt", u.came_back AS "cameBack", u.orders, u.revenue, u.prior_spend AS "priorSpend",
  c.email`;

/** $4 and $5 are the place of the cursor. */
/** $7 may ask for one kind of people: those with an order in their window, or those without. */
const PLACE = `($7::boolean IS NULL OR u.came_back = $7) AND ($4::int IS NULL OR (e.number, u.person_id) > ($4::int, $5::uuid)) ORDER BY e.number, u.person_id LIMIT $6`;

const OF_SCOPE = `
  SELECT ${COLUMNS} FROM experiments e
    JOIN experiment_units u ON u.retailer_id = e.retailer_id AND u.experiment_id = e.id
    LEFT ${customerOf('u', 'person_id')}
   WHERE e.retailer_id = $1 AND e.scope = $2 AND e.scope_id = $3 AND ${PLACE}`;

const OF_CUSTOMER = `
  SELECT ${COLUMNS} FROM experiment_people p
    JOIN experiments e ON e.retailer_id = p.retailer_id AND e.id = p.experiment_id
    JOIN experiment_units u ON u.retailer_id = p.retailer_id AND u.experiment_id = p.experiment_id
     AND u.person_id = p.person_id
    LEFT ${customerOf('u', 'person_id')}
   WHERE p.retailer_id = $1 AND e.scope = $2 AND e.scope_id = $3 AND p.customer_id = $8 AND ${PLACE}`;

const isNumber = (key: string): boolean => /^\d{1,9}$/.test(key);

/** The people in the experiments of a sequence or a brand, with what they did. */
@Injectable()
export class AssignmentListService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
  ) {}

  /** Sorted by experiment and person. */
  async list(
    { retailerId, scope, scopeId }: Pick<Experiment, 'retailerId' | 'scope' | 'scopeId'>,
    { customerId, cameBack, limit, cursor }: AssignmentsQuery,
  ): Promise<Page<AssignmentAnswer>> {
    const [number, person] = readCursor(cursor, [isNumber, isUuid]) ?? [];
    const sql = this.database.of(retailerId);
    const place = [
      number === undefined ? null : Number(number),
      person ?? null,
      limit + 1,
      cameBack === undefined ? null : cameBack === 'true',
    ];
    const rows =
      customerId === undefined
        ? await sql.query<Row>(OF_SCOPE, [retailerId, scope, scopeId, ...place])
        : await sql.query<Row>(OF_CUSTOMER, [retailerId, scope, scopeId, ...place, customerId]);
    const page = pageOf(rows, limit, ({ experiment, personId }) => [String(experiment), personId]);
    const { currency } = await this.retailers.get(retailerId);
    const now = await clockOf(sql);
    return { ...page, items: page.items.map((row) => viewOf(row, currency, now)) };
  }
}

const viewOf = (
  { experiment, personId, email, held, x, assignedAt, closesAt, cameBack, orders, revenue, priorSpend }: Row,
  currency: string | null,
  now: Date,
): AssignmentAnswer => ({
  customerId: personId,
  email,
  experiment,
  group: held ? 'holdout' : 'treated',
  x,
  assignedAt,
  windowClosesAt: closesAt,
  closed: now >= closesAt,
  cameBack,
  orders,
  revenue: { amount: moneyOf(revenue), currency },
  priorSpend: { amount: moneyOf(priorSpend), currency },
});
