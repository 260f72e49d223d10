/** For a FROM: the retailer's ($1) messages of variants that customers have got, or may have got, as `m`. */
export const VARIANT_MESSAGES = `(
  SELECT execution_id, customer_id, step_id, variant, offer_place FROM messages
   WHERE retailer_id = $1 AND variant IS NOT NULL AND status IN ('sending', 'sent', 'unknown')) m`;

/**
 * The present month as a number, or null while the version before may be working: it does not know of months in ids.
 * That time is in the name of the partition of the stored rows.
 */
export const MONTH_OF_IDS = `
  SELECT CASE WHEN to_char(t.now, 'YYYY_MM') > coalesce(before.until, '')
              THEN (extract(year FROM t.now) * 12 + extract(month FROM t.now) - 1)::int END AS month
    FROM (SELECT now() AT TIME ZONE 'UTC' AS now) t
    LEFT JOIN (SELECT max(right(c.relname, 7)) AS until FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'messages'::regclass AND c.relname LIKE 'messages\\_until\\_%') before ON true`;

/**
 * A condition: the ids are those of a CTE with the column `id`. Its limits are known before the rows are looked for, so
 * that other months are left out.
 */
export const among = (cte: string): string => `id = ANY (ARRAY(SELECT id FROM ${cte}))
  AND id >= (SELECT id FROM ${cte} ORDER BY id LIMIT 1) AND id <= (SELECT id FROM ${cte} ORDER BY id DESC LIMIT 1)`;

/**
 * The lowest id of a message of the retailer ($1) that may have been sent since an instant. Without it, whoever looks
 * for what a customer has got looks into every month. A mark may be a day older than what it marks. Messages whose ids
 * have no month lie behind all months.
 */
export const lowestSentSince = (since: string): string => `coalesce((
  SELECT ('00000000-' || lpad(to_hex(min(id_month)::int), 4, '0') || '-0000-0000-000000000000')::uuid
    FROM sending_months WHERE retailer_id = $1 AND sent_on >= (${since}::timestamptz AT TIME ZONE 'UTC')::date - 1),
  '00000000-0000-0000-0000-000000000000')`;
