import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import type { CompiledMail } from './compiled-mail.js';

export interface TemplateRow extends CompiledMail {
  readonly brandId: string;
}

/** All SQL of templates. */
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

  async find(
    retailerId: string,
    id: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<TemplateRow | undefined> {
    const [row] = await sql.query<TemplateRow>(
      `SELECT brand_id AS "brandId", subject, html, text FROM email_templates WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id],
    );
    return row;
  }
}
