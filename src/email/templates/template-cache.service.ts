import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import type { EmailTemplate } from './template.entity.js';
import { TemplateRepository } from './template.repository.js';

/** The number of templates in the cache. A template has some kilobytes. */
const MAX_TEMPLATES = 50;

/** Templates that emails are made of. A template never changes, so the cache needs no update. */
@Injectable()
export class TemplateCacheService {
  private readonly templates = new BoundedMap<string, EmailTemplate>(MAX_TEMPLATES);

  constructor(private readonly repository: TemplateRepository) {}

  async get(retailerId: string, id: string): Promise<EmailTemplate | undefined> {
    const key = `${retailerId}/${id}`;
    const known = this.templates.get(key);
    if (known) return known;
    const row = await this.repository.find(retailerId, id);
    if (!row) return undefined;
    this.templates.set(key, row);
    return row;
  }
}
