import type { Client } from 'pg';

/** The result of the deliveries, which must be the same for both ways of processing them. */
export interface Outcome {
  readonly members: Readonly<Record<string, number>>;
  /** Hashes over all memberships and over the facts of all customers. */
  readonly membersHash: string;
  readonly factsHash: string;
}

interface MemberRow {
  readonly name: string;
  readonly members: number;
  readonly hash: string;
}

export async function readOutcome(client: Client): Promise<Outcome> {
  const { rows } = await client.query<MemberRow>(
    `SELECT s.name, count(*)::int AS members, md5(string_agg(c.external_id, ',' ORDER BY c.external_id)) AS hash
       FROM segments s JOIN segment_memberships m ON m.segment_id = s.id AND m.left_at IS NULL
       JOIN customers c ON c.id = m.customer_id GROUP BY s.name ORDER BY s.name`,
  );
  const facts = await client.query<{ hash: string }>(
    `SELECT md5(string_agg(concat_ws(':', external_id, orders_count, total_spent, extract(epoch FROM first_order_at),
            extract(epoch FROM last_order_at)), ',' ORDER BY external_id)) AS hash FROM customers`,
  );
  return {
    members: Object.fromEntries(rows.map(({ name, members }) => [name, members])),
    membersHash: rows.map(({ hash }) => hash).join(' '),
    factsHash: facts.rows[0]?.hash ?? '',
  };
}

/** Throws where the two differ, because then neither figure is valid. */
export function assertSame(ours: Outcome, ceiling: Outcome): void {
  if (ours.membersHash === ceiling.membersHash && ours.factsHash === ceiling.factsHash) return;
  throw new Error(`the results differ:\nours    ${JSON.stringify(ours)}\nceiling ${JSON.stringify(ceiling)}`);
}
