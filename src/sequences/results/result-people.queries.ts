import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { isInstant, isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import { ORDERS } from '../../commerce/storage/orders.sql.js';
import { ATTRIBUTED, type AttributionScope, scopeParameters } from './attribution.sql.js';
import type {
  AttributedOrderAnswer,
  AttributedOrdersQuery,
  ClickerAnswer,
  ResultPeopleQuery,
} from './result-people.dto.js';

export type AttributedOrderRow = Omit<AttributedOrderAnswer, 'revenue'> & { readonly net: string };

const placeOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;

const ATTRIBUTED_ORDERS = `${ATTRIBUTED}
  SELECT o.external_id AS "externalId", o.customer_id AS "customerId", c.email, o.ordered_at AS "orderedAt",
         CASE WHEN o.other_currency THEN 0 ELSE o.net END AS net, a.code AS "byCode", a.click AS "byClick",
         ${placeOf('o.ordered_at')}
    FROM attributed a JOIN ${ORDERS} o ON o.external_id = a.id LEFT ${customerOf('o')}
   WHERE CASE $5 WHEN 'code' THEN a.code WHEN 'click' THEN a.click ELSE true END
     AND ($6::timestamptz IS NULL OR (o.ordered_at, o.external_id) < ($6, $7))
   ORDER BY o.ordered_at DESC, o.external_id DESC LIMIT $8`;

const CLICKERS = `${ATTRIBUTED}
  SELECT person.*, c.email, ${placeOf('"lastAt"')}
    FROM (SELECT customer_id AS "customerId", count(DISTINCT (message_id, link_id))::int AS clicks,
                 max(clicked_at) AS "lastAt"
            FROM counted_clicks WHERE sign IS NULL GROUP BY customer_id) person
    LEFT ${customerOf('person', '"customerId"', '$1')}
   WHERE $5::timestamptz IS NULL OR ("lastAt", "customerId") < ($5, $6::uuid)
   ORDER BY "lastAt" DESC, "customerId" DESC LIMIT $7`;

type Placed<Row> = Row & { readonly place: string };

/** Lists the people whom the attribution of a sequence counts. */
@Injectable()
export class ResultPeopleQueries {
  /** The latest order first. */
  async orders(
    sql: Sql,
    scope: AttributionScope,
    { by, limit, cursor }: AttributedOrdersQuery,
  ): Promise<Page<AttributedOrderRow>> {
    const [at, id] = readCursor(cursor, [isInstant, isOrderId]) ?? [];
    const rows = await sql.query<Placed<AttributedOrderRow>>(ATTRIBUTED_ORDERS, [
      ...scopeParameters(scope),
      by ?? null,
      at ?? null,
      id ?? null,
      limit + 1,
    ]);
    return withoutPlaces(pageOf(rows, limit, ({ place, externalId }) => [place, externalId]));
  }

  /** Who clicked last comes first. */
  async clickers(
    sql: Sql,
    scope: AttributionScope,
    { limit, cursor }: ResultPeopleQuery,
  ): Promise<Page<ClickerAnswer>> {
    const [at, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await sql.query<Placed<ClickerAnswer>>(CLICKERS, [
      ...scopeParameters(scope),
      at ?? null,
      id ?? null,
      limit + 1,
    ]);
    return withoutPlaces(pageOf(rows, limit, ({ place, customerId }) => [place, customerId]));
  }
}

const isOrderId = (key: string): boolean => key.length > 0 && key.length <= 255;

const withoutPlaces = <Row extends object>({ items, nextCursor }: Page<Placed<Row>>): Page<Row> => ({
  items: items.map(({ place: _place, ...row }) => row as unknown as Row),
  nextCursor,
});
