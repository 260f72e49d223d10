import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/kernel';
import { type PreviewAs, TemplatesService } from '../email/templates/templates.service.js';
import type { SequenceDefinition } from './definitions/definition.dto.js';
import { SequenceRepository } from './definitions/sequence.repository.js';
import { sourcesOf } from './definitions/variants.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { SequenceDefinitionsService } from './sequence-definitions.service.js';
import type { DraftPreviewAnswer, StepPreviewAnswer } from './sequences.dto.js';
import { SequencesService } from './sequences.service.js';

/** An email of a sequence: the step's id and, for a step with variants, the variant's; the first one by default. */
interface Place {
  readonly step: string;
  readonly variant?: string | undefined;
}

/** Shows the emails of sequences as one recipient gets them. */
@Injectable()
export class SequencePreviewsService {
  constructor(
    private readonly rows: SequenceRepository,
    private readonly sequences: SequencesService,
    private readonly definitions: SequenceDefinitionsService,
    private readonly templates: TemplatesService,
    private readonly readiness: LiveReadinessService,
  ) {}

  /** The saved email of a step. 404 for an unknown sequence, step, variant or customer. */
  async saved(id: string, place: Place, as: PreviewAs): Promise<StepPreviewAnswer> {
    const { retailerId, version, definition, templateIds } = await this.rows.get(id);
    const { index, variant } = find(definition, place);
    const templateId = templateIds[index];
    if (templateId === undefined) throw notFound('variant');
    const offer = this.readiness.offers.example(retailerId, definition, index);
    return { step: place.step, variant, version, ...(await this.templates.preview(retailerId, templateId, as, offer)) };
  }

  /**
   * The email of a step of a definition that is not saved, and what a save would warn of. 404 for an unknown brand,
   * step, variant or customer; 422 with every mistake that a save would refuse.
   */
  async draft(given: SequenceDefinition, place: Place, as: PreviewAs): Promise<DraftPreviewAnswer> {
    const { retailerId, definition } = await this.sequences.complete(given);
    const { index, variant } = find(definition, place);
    const { emails, warnings } = await this.definitions.check(retailerId, definition);
    const email = emails[index];
    if (!email) throw notFound('variant');
    const offer = this.readiness.offers.example(retailerId, definition, index);
    const filled = await this.templates.previewCompiled(retailerId, definition.brandId, email, as, offer);
    return { step: place.step, variant, ...filled, warnings };
  }
}

/** The place of the email among those of all steps. */
function find(
  { steps }: SequenceDefinition,
  place: Place,
): { readonly index: number; readonly variant: string | null } {
  const sources = sourcesOf(steps);
  const ofStep = sources.filter(({ step }) => steps[step]?.id === place.step);
  if (ofStep.length === 0) throw notFound('step');
  const wanted = ofStep.find(({ variant }) => place.variant === undefined || variant?.id === place.variant);
  if (!wanted) throw notFound('variant');
  return { index: sources.indexOf(wanted), variant: wanted.variant?.id ?? null };
}
