import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { conflict, type InputError, invalidInput, malformed, notFound, type Page } from '#libs/kernel';
import { LOCKS } from '../database/locks.js';
import type { CompiledEmail } from '../email/templates/compiled-email.js';
import { type PreviewAs, TemplatesService } from '../email/templates/templates.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { AudienceQueries } from '../segmentation/membership/audience.queries.js';
import type { SequenceDefinition } from './definitions/definition.dto.js';
import { idleConditions, segmentsInConditions } from './definitions/conditions.js';
import { checkDefinition, isLanguage, normalise } from './definitions/definition.js';
import { pastSchedule } from './definitions/schedule.js';
import { placeIn, sourcesOf } from './definitions/variants.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { SequenceRepository, type SequenceRow } from './definitions/sequence.repository.js';
import type { SavedSequenceAnswer, SequenceAnswer, StepPreviewAnswer } from './sequences.dto.js';

/** A checked definition. Emails are compiled before the transaction, because it holds a lock and a connection. */
interface Checked {
  readonly segmentId: string | null;
  readonly emails: readonly CompiledEmail[];
  readonly warnings: readonly InputError[];
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads and writes the definitions of sequences. */
@Injectable()
export class SequencesService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly retailers: RetailersService,
    private readonly audiences: AudienceQueries,
    private readonly templates: TemplatesService,
    private readonly readiness: LiveReadinessService,
  ) {}

  /**
   * Creates the sequence or gives it a new version; an equal definition keeps the version. 404 unknown brand, 409 if
   * the id belongs to another brand, 422 with a pointer to every mistake. A sequence that starts by itself needs a
   * brand with a complete sender (422).
   */
  async put(id: string, definition: SequenceDefinition): Promise<{ isNew: boolean; sequence: SavedSequenceAnswer }> {
    checkId(id);
    const { brandId } = definition;
    const { retailerId } = await this.retailers.brand(brandId);
    const wanted = await this.inStoreLanguage(retailerId, normalise(definition));
    const { segmentId, emails, warnings } = await this.check(retailerId, wanted);
    const isNew = await this.database.transactionAcrossRetailers(async (tx) => {
      await lockExclusive(tx, LOCKS.sequences, id);
      const before = await this.sequences.find(tx, id);
      if (before && before.brandId !== brandId) throw ofAnotherBrand();
      const templateIds = await this.saveEmails(tx, retailerId, brandId, emails);
      const version = (await this.sequences.lastVersion(tx, retailerId, id)) + 1;
      const saved = { retailerId, id, brandId, version, segmentId, definition: wanted, templateIds };
      if (!before || !isSame(before, saved)) await this.sequences.save(tx, saved);
      return !before;
    });
    return { isNew, sequence: { ...(await this.get(id)), warnings } };
  }

  /** The definition with the language of the store where it names none. English is the default of emails anyway. */
  private async inStoreLanguage(retailerId: string, definition: SequenceDefinition): Promise<SequenceDefinition> {
    if (definition.language !== undefined) return definition;
    const { language } = (await this.retailers.find(retailerId)) ?? {};
    const isUsable = typeof language === 'string' && isLanguage(language) && language !== 'en';
    return isUsable ? { ...definition, language } : definition;
  }

  /** The sequence, or 404. */
  async get(id: string): Promise<Readonly<SequenceAnswer>> {
    return this.view(await this.sequences.get(id));
  }

  private async view(row: SequenceRow): Promise<SequenceAnswer> {
    return viewOf(row, row.pausedAt ? await this.readiness.pausedBy(row.retailerId, row.id) : null);
  }

  /** A brand's sequences, or those of all brands. */
  async list(brandId: string | undefined, limit: number, cursor?: string): Promise<Page<SequenceAnswer>> {
    const brand =
      brandId === undefined ? undefined : { retailerId: (await this.retailers.brand(brandId)).retailerId, brandId };
    const page = await this.sequences.list(brand, limit, cursor);
    return { ...page, items: await Promise.all(page.items.map((row) => this.view(row))) };
  }

  /** The retailer of a sequence, or 404. */
  async retailerOf(id: string): Promise<string> {
    return (await this.sequences.get(id)).retailerId;
  }

  /** What could not be checked about the offer. */
  async offerWarnings(id: string): Promise<readonly InputError[]> {
    const { retailerId, definition } = await this.sequences.get(id);
    return (await this.readiness.offers.check(retailerId, definition)).warnings;
  }

  /** What the emails show and the store has nothing of now. */
  async missingProducts(id: string): Promise<InputError[]> {
    const { retailerId, definition, templateIds } = await this.sequences.get(id);
    const warnings: InputError[] = [];
    for (const [index, source] of sourcesOf(definition.steps).entries()) {
      const details = await this.templates.missing(retailerId, templateIds[index] ?? '');
      warnings.push(...details.map((detail) => ({ pointer: placeIn(source, ''), detail })));
    }
    return warnings;
  }

  /** The email of a step for the recipient. 404 for an unknown sequence, step, variant or customer. */
  async preview(id: string, stepId: string, variant: string | undefined, as: PreviewAs): Promise<StepPreviewAnswer> {
    const { retailerId, version, definition, templateIds } = await this.sequences.get(id);
    const sources = sourcesOf(definition.steps);
    const ofStep = sources.filter(({ step }) => definition.steps[step]?.id === stepId);
    if (ofStep.length === 0) throw notFound('step');
    const wanted = ofStep.find((source) => variant === undefined || source.variant?.id === variant);
    const templateId = wanted && templateIds[sources.indexOf(wanted)];
    if (templateId === undefined) throw notFound('variant');
    return {
      step: stepId,
      variant: wanted?.variant?.id ?? null,
      version,
      ...(await this.templates.preview(
        retailerId,
        templateId,
        as,
        this.readiness.offers.example(retailerId, definition),
      )),
    };
  }

  /** Finds the segment and compiles the emails of the steps. 422 with every mistake in the definition. */
  private async check(retailerId: string, definition: SequenceDefinition): Promise<Checked> {
    const { brandId, segment } = definition;
    const errors: InputError[] = checkDefinition(definition);
    const segmentId =
      segment === undefined
        ? null
        : await this.audiences.idOf(this.database.of(retailerId), retailerId, brandId, segment);
    if (segmentId === undefined) errors.push({ pointer: '/segment', detail: 'is no segment of the brand' });
    errors.push(...(await this.checkSegments(retailerId, definition)));
    const offer = await this.readiness.offers.check(retailerId, definition);
    errors.push(...offer.errors);
    const emails = await this.compile(retailerId, definition, errors);
    errors.push(...emails.errors);
    if (errors.length > 0 || segmentId === undefined) throw invalidInput(errors);
    // As with the sender: an automatic run starts without a request that could be refused.
    if (definition.trigger === 'segment_entered') await this.readiness.offers.assertLive(retailerId, definition);
    const warnings = [
      ...(await this.checkSender(retailerId, definition)),
      ...pastSchedule(definition, new Date()),
      ...idleConditions(definition),
      ...offer.warnings,
      ...(await this.readiness.offers.contradictions(retailerId, definition)),
      ...emails.warnings,
    ];
    return { segmentId, emails: emails.compiled, warnings };
  }

  /** Compiles the emails of all steps and variants, except where `known` already names their place. */
  private async compile(
    retailerId: string,
    { brandId, steps, language, linkHosts }: SequenceDefinition,
    known: readonly InputError[],
  ) {
    const compiled: CompiledEmail[] = [];
    const errors = new Map<string, InputError>();
    const warnings = new Map<string, InputError>();
    for (const source of sourcesOf(steps)) {
      if (known.some(({ pointer }) => pointer === source.pointer)) continue;
      const about = { pointer: '', language, linkHosts };
      const result = await this.templates.compile(retailerId, brandId, source.source, about);
      const found = 'errors' in result ? result.errors : result.warnings;
      const into = 'errors' in result ? errors : warnings;
      for (const error of found) {
        const placed = { ...error, pointer: placeIn(source, error.pointer) };
        into.set(JSON.stringify(placed), placed);
      }
      if ('email' in result) compiled.push(result.email);
    }
    return { compiled, errors: [...errors.values()], warnings: [...warnings.values()] };
  }

  /** The segments in conditions that the brand does not have. */
  private async checkSegments(retailerId: string, { brandId, steps }: SequenceDefinition): Promise<InputError[]> {
    const errors: InputError[] = [];
    for (const { pointer, segment } of segmentsInConditions(steps)) {
      const id = await this.audiences.idOf(this.database.of(retailerId), retailerId, brandId, segment);
      if (id === undefined) errors.push({ pointer, detail: 'is no segment of the brand' });
    }
    return errors;
  }

  /**
   * A manual run without a complete sender is refused when it starts. An automatic run starts without a request that
   * could be refused, so its sender is checked now.
   */
  private async checkSender(retailerId: string, { brandId, trigger }: SequenceDefinition): Promise<InputError[]> {
    if (trigger === 'segment_entered') {
      await this.readiness.assertSender(retailerId, brandId);
      return [];
    }
    const missing = await this.readiness.missingSender(retailerId, brandId);
    return missing.map(({ pointer, detail }) => ({
      pointer: '/brandId',
      detail: `live runs are refused, because ${pointer.slice(1).replace('/', '.')} of the brand ${detail}`,
    }));
  }

  private async saveEmails(
    tx: Tx,
    retailerId: string,
    brandId: string,
    emails: readonly CompiledEmail[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const email of emails) ids.push(await this.templates.save(tx, retailerId, brandId, email));
    return ids;
  }
}

const isSame = (a: Compared, b: Compared): boolean =>
  JSON.stringify(normalise(a.definition)) === JSON.stringify(b.definition) &&
  a.templateIds.join() === b.templateIds.join() &&
  a.segmentId === b.segmentId;

type Compared = Pick<SequenceRow, 'definition' | 'templateIds' | 'segmentId'>;

const viewOf = (
  { id, version, definition, pausedAt, createdAt, updatedAt }: SequenceRow,
  pausedBy: SequenceAnswer['pausedBy'],
): SequenceAnswer => ({
  id,
  ...definition,
  version,
  pausedAt,
  pausedBy,
  createdAt,
  updatedAt,
});

function checkId(id: string): void {
  if (ID.test(id)) return;
  const detail = 'must have 1 to 100 letters, digits, dots, dashes and underscores, the first a letter or digit';
  throw malformed('malformed_query', 'The id of the sequence is not usable.', [{ pointer: '/id', detail }]);
}

const ofAnotherBrand = () =>
  conflict('sequence_of_other_brand', 'A sequence with this id belongs to another brand; choose another id.');
