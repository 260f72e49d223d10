import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import type { CompiledMail } from './compile.js';
import type { Sender } from './brand-sender.entity.js';

export interface TemplateRow extends CompiledMail {
  readonly brandId: string;
}

export interface BrandSenderRow {
  readonly sender: Sender;
  readonly mailUnknownConsent: boolean;
}

/** All SQL of templates and senders. */
@Injectable()
export class TemplateRepository {
  constructor(private readonly database: Database) {}

  async save(sql: Sql, retailerId: string, id: string, { brandId, subject, html, text }: TemplateRow): Promise<void> {
    await sql.execute(
      `INSERT INTO email_templates (retailer_id, id, brand_id, subject, html, text) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (retailer_id, id) DO NOTHING`,
      [retailerId, id, brandId, subject, html, text],
    );
  }

  async find(retailerId: string, id: string, sql: Sql = this.database): Promise<TemplateRow | undefined> {
    const [row] = await sql.query<TemplateRow>(
      `SELECT brand_id AS "brandId", subject, html, text FROM email_templates WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id],
    );
    return row;
  }

  async sender(retailerId: string, brandId: string, sql: Sql = this.database): Promise<BrandSenderRow> {
    const [row] = await sql.query<BrandSenderRow>(
      `SELECT sender, mail_unknown_consent AS "mailUnknownConsent" FROM brand_senders
        WHERE retailer_id = $1 AND brand_id = $2`,
      [retailerId, brandId],
    );
    return row ?? { sender: {}, mailUnknownConsent: false };
  }

  /** What is given replaces what is stored, field by field. */
  async saveSender(sql: Sql, retailerId: string, brandId: string, change: Partial<BrandSenderRow>): Promise<void> {
    await sql.execute(
      `INSERT INTO brand_senders AS b (retailer_id, brand_id, sender, mail_unknown_consent)
       VALUES ($1, $2, coalesce($3::jsonb, '{}'), coalesce($4::boolean, false))
       ON CONFLICT (retailer_id, brand_id) DO UPDATE
          SET sender = b.sender || coalesce($3::jsonb, '{}'),
              mail_unknown_consent = coalesce($4::boolean, b.mail_unknown_consent)`,
      [retailerId, brandId, change.sender ? JSON.stringify(change.sender) : null, change.mailUnknownConsent ?? null],
    );
  }
}
