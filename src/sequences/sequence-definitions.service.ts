import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { type InputError, invalidInput } from '#libs/kernel';
import type { CompiledEmail } from '../email/templates/compiled-email.js';
import { TemplatesService } from '../email/templates/templates.service.js';
import { ExperimentsService } from '../lift/experiments/experiments.service.js';
import { AudienceQueries } from '../segmentation/membership/audience.queries.js';
import { idleConditions, segmentsInConditions } from './definitions/conditions.js';
import { checkDefinition, normalise } from './definitions/definition.js';
import type { SequenceDefinition } from './definitions/definition.dto.js';
import { checkHoldout, holdoutTerms } from './definitions/holdout.js';
import { pastSchedule } from './definitions/schedule.js';
import { SequenceRepository, type SequenceRow } from './definitions/sequence.repository.js';
import { placeIn, sourcesOf } from './definitions/variants.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';

/** A checked definition. Emails are compiled before the transaction, because it holds a lock and a connection. */
export interface Checked {
  readonly segmentId: string | null;
  readonly emails: readonly CompiledEmail[];
  readonly warnings: readonly InputError[];
}

/** Checks the definitions of sequences and saves them. */
@Injectable()
export class SequenceDefinitionsService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly audiences: AudienceQueries,
    private readonly templates: TemplatesService,
    private readonly readiness: LiveReadinessService,
    private readonly experiments: ExperimentsService,
  ) {}

  /** Finds the segment and compiles the emails of the steps. 422 with every mistake in the definition. */
  async check(retailerId: string, definition: SequenceDefinition): Promise<Checked> {
    const { brandId, segment } = definition;
    const errors: InputError[] = [
      ...checkDefinition(definition),
      ...checkHoldout(definition, this.experiments.wantsWholeDays),
    ];
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
    if (definition.trigger === 'segment_entered') {
      await this.readiness.offers.assertLive(retailerId, definition);
      await this.readiness.images.assertApproved(retailerId, definition);
    }
    const warnings = [
      ...(await this.checkSender(retailerId, definition)),
      ...pastSchedule(definition, new Date()),
      ...idleConditions(definition),
      ...offer.warnings,
      ...(await this.readiness.offers.doubts(retailerId, definition)),
      ...(await this.readiness.images.unapproved(retailerId, definition)),
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

  /**
   * Saves a checked definition as a new version; one that equals `before` keeps the version. The experiment of the
   * sequence follows the holdout; `reset` begins another one in any case. The caller has locked the id.
   */
  async save(
    tx: Tx,
    { retailerId, id, definition, ...starts }: Pick<SequenceRow, 'retailerId' | 'id' | 'definition' | keyof Starts>,
    { segmentId, emails }: Checked,
    before: SequenceRow | undefined,
    reset: boolean | undefined,
  ): Promise<void> {
    const { brandId } = definition;
    const templateIds = await this.saveEmails(tx, retailerId, brandId, emails);
    const version = (await this.sequences.lastVersion(tx, retailerId, id)) + 1;
    const saved = { retailerId, id, brandId, version, segmentId, definition, templateIds, ...starts };
    if (!before || !isSame(before, saved)) await this.sequences.save(tx, saved);
    const subject = { retailerId, brandId, scope: 'sequence', scopeId: id } as const;
    await this.experiments.follow(tx, subject, holdoutTerms(definition), reset);
  }

  endHoldout(tx: Tx, { retailerId, brandId, id }: Pick<SequenceRow, 'retailerId' | 'brandId' | 'id'>): Promise<void> {
    return this.experiments.end(tx, { retailerId, brandId, scope: 'sequence', scopeId: id });
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

/** What starts a sequence, and the approvals of that. */
type Starts = Pick<SequenceRow, 'trigger' | 'approvals'>;

type Compared = Pick<SequenceRow, 'definition' | 'templateIds' | 'segmentId'>;
