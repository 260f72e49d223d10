import { Injectable } from '@nestjs/common';
import { Database, each, type Sql, type Tx } from '#libs/database';
import { In } from 'typeorm';
import { EmailOpen } from './email-open.entity.js';
import { LinkClick } from './link-click.entity.js';

/** Clicks on the links of an execution's emails. */
export interface ClickCounts {
  /** A person's clicks on one link count once. */
  readonly human: number;
  /** Every stored request of a program. */
  readonly robot: number;
  /** Emails whose image was loaded; 0 unless the sequence counts opens. */
  readonly opened: number;
}

/** What other modules may ask about clicks. */
@Injectable()
export class ClicksQueries {
  constructor(private readonly database: Database) {}

  /** Which of these customers clicked a link of the step's email in the execution. Clicks of robots do not count. */
  async clicked(
    sql: Sql,
    retailerId: string,
    executionId: string,
    stepId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT DISTINCT customer_id AS id FROM ${each('link_clicks', 'customer_id', 'uuid')}
        WHERE execution_id = $3 AND step_id = $4 AND sign IS NULL`,
      [retailerId, customerIds, executionId, stepId],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async counts(retailerId: string, executionId: string, sql: Sql = this.database.of(retailerId)): Promise<ClickCounts> {
    const [row] = await sql.query<ClickCounts>(
      `SELECT count(DISTINCT (message_id, link_id)) FILTER (WHERE sign IS NULL)::int AS human,
              count(*) FILTER (WHERE sign IS NOT NULL)::int AS robot,
              (SELECT count(DISTINCT message_id)::int FROM email_opens WHERE retailer_id = $1 AND execution_id = $2) AS opened
         FROM link_clicks WHERE retailer_id = $1 AND execution_id = $2`,
      [retailerId, executionId],
    );
    return row ?? { human: 0, robot: 0, opened: 0 };
  }

  /** Which of these messages have a link that a person clicked. */
  async clickedMessages(sql: Sql, retailerId: string, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT DISTINCT message_id AS id FROM ${each('link_clicks', 'message_id', 'uuid')} WHERE sign IS NULL`,
      [retailerId, messageIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** A person's clicks and opens, for an export. */
  async ofCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Record<string, unknown>> {
    const where = { retailerId, customerId: In(customerIds) };
    const clicks = await sql.using(LinkClick, (rows) => rows.find({ where, order: { clickedAt: 'ASC' } }));
    const opens = await sql.using(EmailOpen, (rows) => rows.find({ where, order: { openedAt: 'ASC' } }));
    return {
      clicks: clicks.map(({ messageId, linkId, stepId, clickedAt, sign }) => ({
        messageId,
        linkId,
        step: stepId,
        clickedAt,
        robot: sign,
      })),
      opens: opens.map(({ messageId, openedAt }) => ({ messageId, openedAt })),
    };
  }

  /** Returns the number of deleted rows by table. */
  async eraseCustomers(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<Record<string, number>> {
    const where = { retailerId, customerId: In(customerIds) };
    const clicks = await tx.repository(LinkClick).delete(where);
    const opens = await tx.repository(EmailOpen).delete(where);
    return { link_clicks: clicks.affected ?? 0, email_opens: opens.affected ?? 0 };
  }
}
