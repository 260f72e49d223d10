import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/kernel';
import type { SavedSequenceAnswer } from './sequences.dto.js';
import { SequencesService } from './sequences.service.js';
import {
  definitionOf,
  isTemplateId,
  LANGUAGES,
  shownData,
  TEMPLATE_IDS,
  TEMPLATES,
  TEXTS,
} from './library/catalogue.js';
import type { EmailTemplateAnswer, UseTemplateBody } from './email-templates.dto.js';

/** Whole sequences to start from. */
@Injectable()
export class EmailTemplatesService {
  constructor(private readonly sequences: SequencesService) {}

  list(): EmailTemplateAnswer[] {
    return [...TEMPLATE_IDS].sort().map((id) => {
      const { steps, needs, offer } = TEMPLATES[id];
      const { name, description } = TEXTS.en[id];
      return {
        id,
        name,
        description,
        languages: LANGUAGES,
        emails: steps.length,
        hasOffer: offer !== undefined,
        needs,
        shows: shownData(id),
      };
    });
  }

  /**
   * Makes a new sequence of the template. 404 for an unknown template or brand, 422 for an unknown segment. Nothing of
   * it is sent by itself.
   */
  async use(id: string, { brandId, segment, language }: UseTemplateBody): Promise<SavedSequenceAnswer> {
    if (!isTemplateId(id)) throw notFound('template');
    const sequenceId = `${id}-${language}-${randomBytes(5).toString('hex')}`;
    const { sequence } = await this.sequences.put(sequenceId, definitionOf(id, language, { brandId, segment }));
    return sequence;
  }
}
