import { LOCKS } from '../../locks.js';

/** How long a statement that changes partitions may wait for a lock: everybody behind it waits too. */
const LOCK_WAIT = '300ms';
/** A delivery may come this long after the month of its event (`deliveryIdOf`). */
const LATE = '7 days';

/**
 * Functions that change partitions with the rights of the owner, because the role of the service may not. Each does one
 * fixed thing, and is nobody's but the service's (`guardRows`). `schema` is where the tables are, as an identifier.
 */
export const monthFunctions = (schema: string): readonly string[] => {
  const asOwner = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '${LOCK_WAIT}'`;
  return [BOUND, makeMonths(asOwner), dropMonth(asOwner), figures(asOwner)].flatMap(({ text, name }) => [
    text,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]);
};

/** The functions that the service may call, with the types of their parameters. */
export const MONTH_FUNCTIONS = ['make_months(integer)', 'drop_delivery_month(integer)', 'month_figures()'] as const;
/** What they call. */
export const MONTH_BOUND = 'month_bound(date, regtype)';

interface SqlFunction {
  readonly name: (typeof MONTH_FUNCTIONS)[number] | typeof MONTH_BOUND;
  readonly text: string;
}

/** The first key of a month: the id that `deliveryIdOf` would begin it with, or its first moment. */
const BOUND: SqlFunction = {
  name: MONTH_BOUND,
  text: `CREATE FUNCTION month_bound(month date, kind regtype) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN kind = 'uuid'::regtype
      THEN '00000000-' || lpad(to_hex((extract(year FROM month) * 12 + extract(month FROM month) - 1)::int), 4, '0')
           || '-0000-0000-000000000000'
      ELSE to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00' END
  $$`,
};

/** The tables with partitions by month: each has a default partition with the name of the table and `_rest`. */
const AGEING = `
  SELECT t.relname::text AS name, a.atttypid::regtype AS kind, a.attname::text AS key, rest.relname::text AS rest
    FROM pg_partitioned_table p
    JOIN pg_class t ON t.oid = p.partrelid
    JOIN pg_class rest ON rest.oid = p.partdefid AND rest.relname = t.relname || '_rest'
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = p.partattrs[0]
   WHERE t.relnamespace = current_schema()::regnamespace`;

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/**
 * Makes the missing partitions of this month and the next `ahead` ones, and returns their names. Rows of such a month
 * that the default partition has caught are moved. Returns nothing while another process does it.
 */
const makeMonths = (asOwner: string): SqlFunction => ({
  name: 'make_months(integer)',
  text: `CREATE FUNCTION make_months(ahead integer) RETURNS text[] ${asOwner} AS $$
    DECLARE
      made text[] := '{}';
      missing record;
      caught boolean;
    BEGIN
      IF ahead NOT BETWEEN 1 AND 12 THEN
        RAISE EXCEPTION 'from 1 to 12 months can be made ahead, not %', ahead USING ERRCODE = '22023';
      END IF;
      IF NOT pg_try_advisory_xact_lock(${LOCKS.months}, 0) THEN RETURN made; END IF;
      FOR missing IN
        SELECT t.name, t.key, t.rest, t.name || to_char(month, '_YYYY_MM') AS part,
               month_bound(month::date, t.kind) AS low, month_bound((month + interval '1 month')::date, t.kind) AS high
          FROM (${AGEING}) t
          CROSS JOIN generate_series(${THIS_MONTH}, ${THIS_MONTH} + make_interval(months => ahead), '1 month') AS month
         WHERE to_regclass(quote_ident(t.name || to_char(month, '_YYYY_MM'))) IS NULL
         ORDER BY month, t.name
      LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)',
                       missing.rest, missing.key, missing.low, missing.key, missing.high) INTO caught;
        IF caught THEN EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', missing.name, missing.rest); END IF;
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                       missing.part, missing.name, missing.low, missing.high);
        IF caught THEN
          EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %I >= %L AND %I < %L ON CONFLICT DO NOTHING',
                         missing.name, missing.rest, missing.key, missing.low, missing.key, missing.high);
          EXECUTE format('DELETE FROM %I WHERE %I >= %L AND %I < %L',
                         missing.rest, missing.key, missing.low, missing.key, missing.high);
          EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', missing.name, missing.rest);
        END IF;
        made := made || missing.part;
      END LOOP;
      RETURN made;
    END $$`,
});

/**
 * Drops the oldest month of deliveries whose rows all came more than `days` ago, and returns its name. Deliveries in
 * it that are pending or failed move to the default partition. Returns NULL where no month is due, and while another
 * process does it.
 */
const dropMonth = (asOwner: string): SqlFunction => ({
  name: 'drop_delivery_month(integer)',
  text: `CREATE FUNCTION drop_delivery_month(days integer) RETURNS text ${asOwner} AS $$
    DECLARE
      since timestamptz := now() - make_interval(days => days);
      part text;
      newer boolean;
    BEGIN
      IF days < 31 THEN
        RAISE EXCEPTION 'deliveries are kept for at least 31 days, not %', days USING ERRCODE = '22023';
      END IF;
      IF NOT pg_try_advisory_xact_lock(${LOCKS.months}, 0) THEN RETURN NULL; END IF;
      DELETE FROM deliveries_rest WHERE received_at < since AND status IN ('processed', 'ignored');
      SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'deliveries'::regclass AND c.relname ~ '^deliveries_(until_)?[0-9]{4}_[0-9]{2}$'
         AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month ${LATE}') AT TIME ZONE 'UTC' <= since
       ORDER BY right(c.relname, 7), c.relname LIMIT 1;
      IF part IS NULL THEN RETURN NULL; END IF;
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE received_at >= $1)', part) INTO newer USING since;
      IF newer THEN RETURN NULL; END IF;
      EXECUTE format('ALTER TABLE deliveries DETACH PARTITION %I', part);
      EXECUTE format('INSERT INTO deliveries SELECT * FROM %I WHERE status = ''pending'' ON CONFLICT DO NOTHING', part);
      EXECUTE format('INSERT INTO deliveries SELECT * FROM %I WHERE status = ''failed'' ON CONFLICT DO NOTHING', part);
      EXECUTE format('DROP TABLE %I', part);
      RETURN part;
    END $$`,
});

/**
 * For each table how many whole months after this one have a partition, and how many rows of the last, this and the
 * next month the default partition has caught.
 */
const figures = (asOwner: string): SqlFunction => ({
  name: 'month_figures()',
  text: `CREATE FUNCTION month_figures() RETURNS TABLE ("table" text, ahead integer, outside integer) ${asOwner} AS $$
    DECLARE
      ageing record;
    BEGIN
      FOR ageing IN ${AGEING} LOOP
        "table" := ageing.name;
        SELECT coalesce(min(place), 12) INTO ahead
          FROM generate_series(0, 11) AS place
         WHERE to_regclass(quote_ident(
           ageing.name || to_char(${THIS_MONTH} + make_interval(months => place + 1), '_YYYY_MM'))) IS NULL;
        EXECUTE format('SELECT count(*)::int FROM %I WHERE %I >= %L AND %I < %L', ageing.rest,
                       ageing.key, month_bound((${THIS_MONTH} - interval '1 month')::date, ageing.kind),
                       ageing.key, month_bound((${THIS_MONTH} + interval '2 months')::date, ageing.kind)) INTO outside;
        RETURN NEXT;
      END LOOP;
    END $$`,
});
