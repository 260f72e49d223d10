import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { conflict, type InputError, malformed, type Page } from '#libs/kernel';
import { LOCKS } from '../database/locks.js';
import { TemplatesService } from '../email/templates/templates.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { SequenceDefinition } from './definitions/definition.dto.js';
import type { Minter } from '../auth/module-token.dto.js';
import { isLanguage, normalise } from './definitions/definition.js';
import { versionConflict } from './definitions/version-conflict.js';
import { placeIn, sourcesOf } from './definitions/variants.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { SequenceRepository, type SequenceRow } from './definitions/sequence.repository.js';
import { SequenceDefinitionsService } from './sequence-definitions.service.js';
import type { SavedSequenceAnswer, SequenceAnswer } from './sequences.dto.js';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads and writes the definitions of sequences. */
@Injectable()
export class SequencesService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly retailers: RetailersService,
    private readonly templates: TemplatesService,
    private readonly readiness: LiveReadinessService,
    private readonly definitions: SequenceDefinitionsService,
  ) {}

  /**
   * Creates the sequence or gives it a new version; an equal definition keeps the version. 404 unknown brand, 409 if
   * the id belongs to another brand or the version is not `basedOn`, 422 with a pointer to every mistake. A sequence
   * that starts by itself needs a brand with a complete sender (422). Who saves it approves it: where the brand wants
   * two people, it does not start until another one approves the version. Another holdout ends the experiment of the
   * sequence and begins the next one.
   */
  async put(
    id: string,
    definition: SequenceDefinition,
    { basedOn, by }: { readonly basedOn?: number | undefined; readonly by?: Minter } = {},
  ): Promise<{ isNew: boolean; sequence: SavedSequenceAnswer }> {
    checkId(id);
    const { brandId } = definition;
    const { retailerId, definition: wanted } = await this.complete(definition);
    const checked = await this.definitions.check(retailerId, wanted);
    const starts = await this.startsOf(retailerId, wanted, by);
    const isNew = await this.database.transactionAcrossRetailers(async (tx) => {
      await lockExclusive(tx, LOCKS.sequences, id);
      const before = await this.sequences.find(tx, id);
      if (before && before.brandId !== brandId) throw ofAnotherBrand();
      if (basedOn !== undefined && basedOn !== (before?.version ?? 0)) {
        throw versionConflict(id, basedOn, before?.version);
      }
      await this.definitions.save(
        tx,
        { retailerId, id, definition: wanted, ...starts },
        checked,
        before,
        definition.holdout?.reset,
      );
      return !before;
    });
    return { isNew, sequence: { ...(await this.get(id)), warnings: checked.warnings } };
  }

  private async startsOf(
    retailerId: string,
    { brandId, trigger = 'manual' }: SequenceDefinition,
    by: Minter | undefined,
  ): Promise<Pick<SequenceRow, 'trigger' | 'approvals'>> {
    if (trigger === 'manual') return { trigger, approvals: [] };
    const approvals = by ? [{ kind: by.kind, subject: by.subject, at: new Date().toISOString() }] : [];
    const isEnough = (await this.readiness.approvalsNeeded(retailerId, brandId)) === 1;
    return { trigger: isEnough ? trigger : 'manual', approvals };
  }

  /** Ends the experiment of a sequence that is deleted. */
  endHoldout(tx: Tx, sequence: Pick<SequenceRow, 'retailerId' | 'brandId' | 'id'>): Promise<void> {
    return this.definitions.endHoldout(tx, sequence);
  }

  /** The definition with its defaults, and the retailer of its brand. 404 for an unknown brand. */
  async complete(definition: SequenceDefinition): Promise<{ retailerId: string; definition: SequenceDefinition }> {
    const { retailerId } = await this.retailers.brand(definition.brandId);
    return { retailerId, definition: await this.inStoreLanguage(retailerId, normalise(definition)) };
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
    const pausedBy = row.pausedAt ? await this.readiness.pausedBy(row.retailerId, row.id) : null;
    return viewOf(row, { pausedBy, automatic: await this.automaticOf(row) });
  }

  private async automaticOf(row: SequenceRow): Promise<SequenceAnswer['automatic']> {
    const { retailerId, brandId, definition, triggeredSince: since, approvals } = row;
    if (definition.trigger !== 'segment_entered') return null;
    return { since, approvals, approvalsNeeded: await this.readiness.approvalsNeeded(retailerId, brandId) };
  }

  /** The sequences of a brand, of a retailer, or of all. */
  async list(
    { retailerId, brandId }: { readonly retailerId?: string; readonly brandId?: string | undefined },
    limit: number,
    cursor?: string,
  ): Promise<Page<SequenceAnswer>> {
    const owner = brandId === undefined ? retailerId : (await this.retailers.brand(brandId)).retailerId;
    const page = await this.sequences.list(
      owner === undefined ? undefined : { retailerId: owner, brandId },
      limit,
      cursor,
    );
    return { ...page, items: await Promise.all(page.items.map((row) => this.view(row))) };
  }

  /** Whether the definition, or the one that it replaces, sends to customers without a request. */
  async startsByItself(id: string, { trigger }: SequenceDefinition): Promise<boolean> {
    if (trigger === 'segment_entered') return true;
    const before = await this.sequences.find(this.database.acrossRetailers, id);
    return before?.definition.trigger === 'segment_entered';
  }

  /** The brand's sequences that complaints or bounces have paused. */
  async pausedByService(retailerId: string, brandId: string): Promise<string[]> {
    const paused = await this.sequences.pausedOf(retailerId, brandId);
    const causes = await Promise.all(paused.map((id) => this.readiness.pausedBy(retailerId, id)));
    return paused.filter((_, index) => causes[index] !== null);
  }

  /** The brand's sequences that would start by themselves if somebody else approved them too. */
  unapproved(retailerId: string, brandId: string): Promise<string[]> {
    return this.sequences.unapprovedOf(retailerId, brandId);
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
}

const viewOf = (
  { id, version, definition, pausedAt, createdAt, updatedAt }: SequenceRow,
  about: Pick<SequenceAnswer, 'pausedBy' | 'automatic'>,
): SequenceAnswer => ({
  id,
  ...definition,
  version,
  pausedAt,
  ...about,
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
