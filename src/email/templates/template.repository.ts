import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import { EmailTemplate } from './template.entity.js';

/** All reads and writes of templates. */
@Injectable()
export class TemplateRepository {
  constructor(private readonly database: Database) {}

  async save(sql: Sql, template: Omit<EmailTemplate, 'createdAt'>): Promise<void> {
    await sql.using(EmailTemplate, (templates) =>
      templates.createQueryBuilder().insert().values(template).orIgnore().execute(),
    );
  }

  async find(
    retailerId: string,
    id: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<EmailTemplate | undefined> {
    return (await sql.using(EmailTemplate, (templates) => templates.findOneBy({ retailerId, id }))) ?? undefined;
  }
}
