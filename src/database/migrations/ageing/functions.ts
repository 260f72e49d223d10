import { LOCKS } from '../../locks.js';

/** How long a statement that changes partitions may wait for a lock: everybody behind it waits too. */
const LOCK_WAIT = '300ms';

/** No id of an earlier version is below this, except one among 2^33. The months of ids are. */
export const FIRST_OTHER_ID = '00000000-8000-0000-0000-000000000000';

/** How the months of a table are dropped. In the conditions, $1 is the instant since which rows are kept. */
interface Ageing {
  readonly table: string;
  /** Fewer days are refused. */
  readonly leastDays: number;
  /** Rows may come this long after the end of their month. */
  readonly late: string;
  /** A month with such a row is not dropped yet; null where the name of the month says enough. */
  readonly young: string | null;
  /** Rows of the default partition that are deleted. */
  readonly old: string;
  /** Rows that move to the default partition: one condition for each index that finds them. */
  readonly stay: readonly string[];
}

/** Every table whose months can be dropped. */
const AGEING: readonly Ageing[] = [
  {
    table: 'deliveries',
    leastDays: 31,
    // `deliveryIdOf`
    late: '7 days',
    young: 'received_at >= $1',
    old: "received_at < $1 AND status IN ('processed', 'ignored')",
    stay: ["status = 'pending'", "status = 'failed'"],
  },
  { table: 'segment_transitions', leastDays: 366, late: '0', young: null, old: 'at < $1', stay: [] },
  { table: 'link_clicks', leastDays: 31, late: '0', young: null, old: 'clicked_at < $1', stay: [] },
  { table: 'email_opens', leastDays: 31, late: '0', young: null, old: 'opened_at < $1', stay: [] },
];

/**
 * Functions that change partitions with the rights of the owner, because the role of the service may not. Each does one
 * fixed thing, and is nobody's but the service's (`guardRows`). `schema` is where the tables are, as an identifier.
 * A migration that adds a table to `AGEING` defines them again.
 */
export const monthFunctions = (schema: string): readonly string[] => {
  const asOwner = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '${LOCK_WAIT}'`;
  return [BOUND, makeMonths(asOwner), dropMonth(asOwner), dropDeliveryMonth(asOwner), figures(asOwner)].flatMap(
    ({ text, name }) => [text, `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`],
  );
};

/** The functions that the service may call, with the types of their parameters. */
export const MONTH_FUNCTIONS = [
  'make_months(integer)',
  'drop_month(text, integer)',
  'drop_delivery_month(integer)',
  'month_figures()',
] as const;
/** What they call. */
export const MONTH_BOUND = 'month_bound(date, regtype)';

interface SqlFunction {
  readonly name: (typeof MONTH_FUNCTIONS)[number] | typeof MONTH_BOUND;
  readonly text: string;
}

/** The first key of a month: the id that `monthId` would begin it with, or its first moment. */
const BOUND: SqlFunction = {
  name: MONTH_BOUND,
  text: `CREATE OR REPLACE FUNCTION month_bound(month date, kind regtype) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN kind = 'uuid'::regtype
      THEN '00000000-' || lpad(to_hex((extract(year FROM month) * 12 + extract(month FROM month) - 1)::int), 4, '0')
           || '-0000-0000-000000000000'
      ELSE to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00' END
  $$`,
};

/** The tables with partitions by month: each has a default partition with the name of the table and `_rest`. */
const TABLES = `
  SELECT t.oid, t.relname::text AS name, a.atttypid::regtype AS kind, a.attname::text AS key, rest.relname::text AS rest
    FROM pg_partitioned_table p
    JOIN pg_class t ON t.oid = p.partrelid
    JOIN pg_class rest ON rest.oid = p.partdefid AND rest.relname = t.relname || '_rest'
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = p.partattrs[0]
   WHERE t.relnamespace = current_schema()::regnamespace`;

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/**
 * Whether a month of a table has a partition: its own, or where the key is a time, that of the stored rows, whose
 * name has the last month in it.
 */
const isMade = (t: string, month: string): string => `(
  to_regclass(quote_ident(${t}.name || to_char(${month}, '_YYYY_MM'))) IS NOT NULL
  OR ${t}.kind <> 'uuid'::regtype AND EXISTS (
    SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = ${t}.oid AND c.relname ~ '_until_[0-9]{4}_[0-9]{2}$'
       AND right(c.relname, 7) >= to_char(${month}, 'YYYY_MM')))`;

/**
 * Makes the missing partitions of this month and the next `ahead` ones, and returns their names. Rows of such a month
 * that the default partition has caught are moved. Returns nothing while another process does it.
 */
const makeMonths = (asOwner: string): SqlFunction => ({
  name: 'make_months(integer)',
  text: `CREATE OR REPLACE FUNCTION make_months(ahead integer) RETURNS text[] ${asOwner} AS $$
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
          FROM (${TABLES}) t
          CROSS JOIN generate_series(${THIS_MONTH}, ${THIS_MONTH} + make_interval(months => ahead), '1 month') AS month
         WHERE NOT ${isMade('t', 'month')}
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

/** A list of texts as a SQL array, and a text as a literal. */
const literal = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
const RULES = AGEING.map(
  ({ table, leastDays, late, young, old, stay }) =>
    `(${literal(table)}, ${leastDays}, ${literal(late)}::interval, ${literal(young)}, ${literal(old)},
      ARRAY[${stay.map(literal).join(', ')}]::text[])`,
).join(', ');

/**
 * Drops the oldest month of a table whose rows are all older than `days`, and returns its name. Rows that have to stay
 * move to the default partition; their month is detached first, because it would take them again. Returns NULL where no
 * month is due, and while another process does it.
 */
const dropMonth = (asOwner: string): SqlFunction => ({
  name: 'drop_month(text, integer)',
  text: `CREATE OR REPLACE FUNCTION drop_month("table" text, days integer) RETURNS text ${asOwner} AS $$
    DECLARE
      since timestamptz := now() - make_interval(days => days);
      rule record;
      part text;
      newer boolean;
      condition text;
    BEGIN
      SELECT * INTO rule FROM (VALUES ${RULES}) AS rules (name, least, late, young, old, stay)
       WHERE rules.name = "table";
      IF rule.name IS NULL THEN
        RAISE EXCEPTION 'months of % can not be dropped', "table" USING ERRCODE = '22023';
      END IF;
      IF days IS NULL OR days < rule.least THEN
        RAISE EXCEPTION '% are kept for at least % days, not %', rule.name, rule.least, days USING ERRCODE = '22023';
      END IF;
      IF NOT pg_try_advisory_xact_lock(${LOCKS.months}, 0) THEN RETURN NULL; END IF;
      EXECUTE format('DELETE FROM %I WHERE ', rule.name || '_rest') || rule.old USING since;
      SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = quote_ident(rule.name)::regclass
         AND c.relname ~ ('^' || rule.name || '_(until_)?[0-9]{4}_[0-9]{2}$')
         AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + rule.late) AT TIME ZONE 'UTC' <= since
       ORDER BY right(c.relname, 7), c.relname LIMIT 1;
      IF part IS NULL THEN RETURN NULL; END IF;
      IF rule.young IS NOT NULL THEN
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE ', part) || rule.young || ')' INTO newer USING since;
        IF newer THEN RETURN NULL; END IF;
      END IF;
      -- Detaching gives the rows foreign keys of their own, and dropping these locks the tables that they refer to.
      IF rule.stay <> '{}' THEN EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', rule.name, part); END IF;
      FOREACH condition IN ARRAY rule.stay LOOP
        EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE ', rule.name, part) || condition || ' ON CONFLICT DO NOTHING';
      END LOOP;
      EXECUTE format('DROP TABLE %I', part);
      RETURN part;
    END $$`,
});

/** What the version before calls. */
const dropDeliveryMonth = (asOwner: string): SqlFunction => ({
  name: 'drop_delivery_month(integer)',
  text: `CREATE OR REPLACE FUNCTION drop_delivery_month(days integer) RETURNS text ${asOwner} AS $$
    BEGIN
      RETURN drop_month('deliveries', days);
    END $$`,
});

/**
 * For each table how many whole months after this one have a partition, and how many rows of the last, this and the
 * next month the default partition has caught.
 */
const figures = (asOwner: string): SqlFunction => ({
  name: 'month_figures()',
  text: `CREATE OR REPLACE FUNCTION month_figures() RETURNS TABLE ("table" text, ahead integer, outside integer) ${asOwner} AS $$
    DECLARE
      ageing record;
    BEGIN
      FOR ageing IN ${TABLES} LOOP
        "table" := ageing.name;
        SELECT coalesce(min(place), 12) INTO ahead
          FROM generate_series(0, 11) AS place
         WHERE NOT ${isMade('ageing', `(${THIS_MONTH} + make_interval(months => place + 1))`)};
        EXECUTE format('SELECT count(*)::int FROM %I WHERE %I >= %L AND %I < %L', ageing.rest,
                       ageing.key, month_bound((${THIS_MONTH} - interval '1 month')::date, ageing.kind),
                       ageing.key, month_bound((${THIS_MONTH} + interval '2 months')::date, ageing.kind)) INTO outside;
        RETURN NEXT;
      END LOOP;
    END $$`,
});
