import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import { Database, type Sql, type Tx } from '#libs/database';
import { entityId, type InputError, invalidInput, notFound } from '#libs/kernel';
import type { EmailSource } from './email-source.dto.js';
import type { RenderedEmail } from './rendered-email.dto.js';
import { BrandProfileService } from './brand-profile.service.js';
import type { CompiledEmail } from './compiled-email.js';
import { EmailFillerService } from './email-filler.service.js';
import { RecipientScopesService } from './recipient-scopes.service.js';
import { SAMPLE_OFFER, withSampleImages, WORST_CASES } from './samples.js';
import { brandScope, type EmailScope, type OwnLinks, type ScopeOffer, shopScope } from './scope.js';
import { TemplateCompilerService } from './template-compiler.service.js';
import { TemplateRepository } from './template.repository.js';

const EXAMPLE_LINKS: OwnLinks = {
  unsubscribeUrl: 'https://example.com/unsubscribe/preview',
  viewInBrowserUrl: 'https://example.com/e/preview',
  preferencesUrl: 'https://example.com/unsubscribe/preview',
};

const SOME_LINKS = 'customers without an order get no link except the one to unsubscribe: add one to the store';

/** What a source is compiled for. */
interface CompileFor {
  readonly pointer: string;
  readonly language?: string | undefined;
  readonly linkHosts?: readonly string[] | undefined;
}

/** The recipient of a preview: a customer, or one of the worst cases. */
export type PreviewAs = { readonly customerId: string } | keyof typeof WORST_CASES;

type OfferAt = (storeUrl: string | undefined) => Promise<ScopeOffer>;

interface Surroundings {
  readonly shared: Pick<EmailScope, 'shop' | 'brand' | keyof OwnLinks>;
  readonly storeUrl: string | undefined;
}

/** `key` names the email, whose content never changes. */
interface Loaded extends Surroundings {
  readonly key: string;
  readonly compiled: CompiledEmail;
}

/** A recipient whose email can't be made, and why. */
interface Breakage {
  readonly customerId: string;
  readonly problem: string;
}

/** The compiled source with warnings, or every mistake in the source. */
export type Compilation =
  | { readonly email: CompiledEmail; readonly warnings: readonly InputError[] }
  | { readonly errors: readonly InputError[] };

/** Compiled emails. A template is immutable and its id is a hash, so a version of a sequence stores template ids. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly repository: TemplateRepository,
    private readonly brands: BrandProfileService,
    private readonly recipients: RecipientScopesService,
    private readonly compiler: TemplateCompilerService,
    private readonly filler: EmailFillerService,
  ) {}

  /**
   * The compiled source, for `save`, or every mistake in it. `pointer` is the place of the source in the request,
   * such as `/steps/0`; `language` is that of the email (BCP 47). Links may lead to the hosts of the store and to
   * `linkHosts`.
   */
  async compile(
    retailerId: string,
    brandId: string,
    source: EmailSource,
    { pointer, language, linkHosts = [] }: CompileFor,
  ): Promise<Compilation> {
    const profile = await this.brands.profile(retailerId, brandId);
    const brand = { ...profile, hosts: profile.hosts.length > 0 ? [...profile.hosts, ...linkHosts] : [] };
    const { compiled, errors, linksSomeOnly } = await this.compiler.compile(retailerId, brandId, source, {
      brand,
      language,
    });
    if (compiled && errors.length === 0) {
      const missing = await this.recipients.missing(this.database.of(retailerId), retailerId, compiled);
      const details = [...(linksSomeOnly ? [SOME_LINKS] : []), ...missing];
      return { email: compiled, warnings: details.map((detail) => ({ pointer, detail })) };
    }
    return { errors: errors.map((error) => ({ ...error, pointer: pointer + error.pointer })) };
  }

  /** Stores a compiled source; the same one gets the same id. */
  async save(tx: Tx, retailerId: string, brandId: string, compiled: CompiledEmail): Promise<string> {
    const id = entityId(retailerId, 'email-template', sha256Hex(JSON.stringify([brandId, compiled])));
    const { subject, html, text } = compiled;
    await this.repository.save(tx, { retailerId, id, brandId, subject, html, text });
    return id;
  }

  /**
   * The email for the recipient, with the offer if there is one. 404 for an unknown template or customer, 422 if the
   * email can't be made.
   */
  async preview(
    retailerId: string,
    templateId: string,
    as: PreviewAs,
    offerAt?: OfferAt,
  ): Promise<Readonly<RenderedEmail>> {
    return this.show(retailerId, await this.load(this.database.of(retailerId), retailerId, templateId), as, offerAt);
  }

  /** The same for a compiled source that is not stored. */
  async previewCompiled(
    retailerId: string,
    brandId: string,
    compiled: CompiledEmail,
    as: PreviewAs,
    offerAt?: OfferAt,
  ): Promise<Readonly<RenderedEmail>> {
    const key = `${retailerId}/draft/${sha256Hex(JSON.stringify([brandId, compiled]))}`;
    return this.show(retailerId, { key, compiled, ...(await this.surroundings(retailerId, brandId)) }, as, offerAt);
  }

  private async show(
    retailerId: string,
    { compiled, key, shared, storeUrl }: Loaded,
    as: PreviewAs,
    offerAt: OfferAt | undefined,
  ): Promise<Readonly<RenderedEmail>> {
    const sql = this.database.of(retailerId);
    const scopeOf = async (customerId: string) => {
      const wanted = { retailerId, customerIds: [customerId], emails: [compiled], storeUrl };
      const scopes = await this.recipients.load(sql, wanted);
      if (!scopes.customers.has(customerId)) throw notFound('customer');
      return scopes.of(customerId);
    };
    const own = typeof as === 'string' ? WORST_CASES[as] : await scopeOf(as.customerId);
    const { offer: _, ...others } = own;
    const images = typeof as === 'string' ? {} : await this.recipients.images(retailerId, as.customerId, compiled);
    const offer = offerAt ? { offer: await offerAt(storeUrl) } : {};
    const [filled] = await this.filler.fillEach([{ key, compiled, scope: { ...others, ...offer, images, ...shared } }]);
    if (!filled || 'problem' in filled) throw invalidInput([{ pointer: '', detail: filled?.problem ?? '' }]);
    const { subject, html, text, bytes } = filled.email;
    return { subject, html: typeof as === 'string' ? withSampleImages(html) : html, text, bytes };
  }

  /** What the email shows and the store has nothing of now, in words. */
  async missing(retailerId: string, templateId: string): Promise<readonly string[]> {
    const sql = this.database.of(retailerId);
    const { compiled } = await this.load(sql, retailerId, templateId);
    return this.recipients.missing(sql, retailerId, compiled);
  }

  /** The customers whose emails can't be made, and why. A missing name or value counts as a problem. */
  async breakages(
    sql: Sql,
    retailerId: string,
    templateId: string,
    customerIds: readonly string[],
  ): Promise<Breakage[]> {
    const { compiled, key, shared, storeUrl } = await this.load(sql, retailerId, templateId);
    const scopes = await this.recipients.load(sql, { retailerId, customerIds, emails: [compiled], storeUrl });
    const people = [...scopes.customers.keys()];
    const problems = await this.filler.findProblems(
      people.map((id) => ({ key, compiled, scope: { ...scopes.of(id), offer: SAMPLE_OFFER, ...shared } })),
    );
    return people.flatMap((id, index) => {
      const problem = problems[index];
      return typeof problem === 'string' ? [{ customerId: id, problem }] : [];
    });
  }

  private async load(sql: Sql, retailerId: string, templateId: string): Promise<Loaded> {
    const row = await this.repository.find(retailerId, templateId, sql);
    if (!row) throw notFound('template');
    return {
      key: `${retailerId}/${templateId}`,
      compiled: row,
      ...(await this.surroundings(retailerId, row.brandId)),
    };
  }

  /** What the brand's emails have in common. */
  private async surroundings(retailerId: string, brandId: string): Promise<Surroundings> {
    const profile = await this.brands.profile(retailerId, brandId);
    return {
      shared: { shop: shopScope(profile), brand: brandScope(profile), ...EXAMPLE_LINKS },
      storeUrl: profile.storeUrl,
    };
  }
}
