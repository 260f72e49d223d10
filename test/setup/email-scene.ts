import { randomUUID } from 'node:crypto';
import { entityId, monthOf } from '#libs/kernel';
import { Dispatch } from '../../src/email/ledger/dispatch.entity.js';
import type { FrequencyCap, QuietHours } from '../../src/email/ledger/sending-rules.dto.js';
import { messageRowId } from '../../src/email/ledger/message-id.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { EmailTemplate } from '../../src/email/templates/template.entity.js';
import { given, stored } from '../factories/given.js';
import type { RunsSql } from './test-database.js';
import { installStore, SHOP } from './webhooks.js';

export interface EmailStore {
  readonly retailerId: string;
  readonly brandId: string;
  readonly templateId: string;
}

const HTML =
  '<!doctype html><html><body><p>Hi {{ customer.firstName }}</p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></body></html>';

/** Inserts an installed store with a compiled template, without the service. */
export async function emailStore(database: RunsSql, domain = SHOP): Promise<EmailStore> {
  const { retailerId, brandId } = await installStore(database, domain);
  const templateId = randomUUID();
  await given(database).insert(EmailTemplate, {
    retailerId,
    id: templateId,
    brandId,
    subject: 'Come back, {{ customer.firstName }}',
    html: HTML,
    text: 'Hi {{ customer.firstName }}',
  });
  return { retailerId, brandId, templateId };
}

export const customerIdOf = (retailerId: string, externalId: string): string =>
  entityId(retailerId, 'customer', externalId);

/** Inserts subscribed customers `c1@example.com` and so on. Returns their ids in order. */
export async function customers(database: RunsSql, retailerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => customerIdOf(retailerId, `c${index + 1}`));
  await database.sql(
    `INSERT INTO customers (retailer_id, id, external_id, email, first_name, marketing, marketing_updated_at)
     SELECT $1, id, 'c' || place, 'c' || place || '@example.com', 'Name' || place, 'subscribed', now() - interval '1 day'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS r (id, place)`,
    [retailerId, ids],
  );
  return ids;
}

export interface PlannedDispatch {
  readonly customerIds: readonly string[];
  readonly steps?: readonly string[];
  readonly executionId?: string;
  readonly segmentId?: string;
  readonly frequencyCap?: FrequencyCap;
  readonly quietHours?: QuietHours;
  readonly timeZone?: string;
}

/** Inserts a live execution with messages that are due now. Returns the id of the execution. */
export async function plan(database: RunsSql, store: EmailStore, dispatch: PlannedDispatch): Promise<string> {
  const { retailerId, brandId, templateId } = store;
  const executionId = dispatch.executionId ?? randomUUID();
  const idMonth = monthOf(Date.now());
  await given(database).insert(Dispatch, {
    retailerId,
    executionId,
    brandId,
    mode: 'live',
    segmentId: dispatch.segmentId ?? null,
    frequencyCap: dispatch.frequencyCap ?? null,
    quietHours: dispatch.quietHours ?? null,
    timeZone: dispatch.timeZone ?? null,
    idMonth,
  });
  const rows = (dispatch.steps ?? ['one']).flatMap((step) =>
    dispatch.customerIds.map((customer) => ({
      id: messageRowId({ retailerId, executionId, idMonth }, step, customer),
      step,
      customer,
    })),
  );
  await database.sql(
    `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, due_at)
     SELECT $1, $2, id, step, $3, customer, now() FROM json_to_recordset($4::json) AS r (id uuid, step text, customer uuid)`,
    [retailerId, executionId, templateId, JSON.stringify(rows)],
  );
  return executionId;
}

export interface LedgerRow {
  readonly id: string;
  readonly customer: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly due: Date;
}

export const ledgerOf = (database: RunsSql, executionId: string): Promise<LedgerRow[]> =>
  database.sql<LedgerRow>(
    `SELECT id, customer_id AS customer, address, status, reason, attempts, due_at AS due FROM messages
      WHERE execution_id = $1 ORDER BY id`,
    [executionId],
  );

/** How many messages are in each status, with the reason of those that were left out or failed. */
export async function tally(database: RunsSql, executionId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, reason } of await ledgerOf(database, executionId)) {
    const key = reason ? `${status}: ${reason}` : status;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

export const allSettled = async (database: RunsSql): Promise<boolean> =>
  (await stored(database).rows(Message, { status: ['queued', 'sending'] })).length === 0;
