import type { CustomerIdentity } from './customer-identity.entity.js';
import type { CustomerRow } from '../model/rows.js';
import type { ConsentRecord, CustomerMerge, SettledCustomer } from '../model/records.js';

export type Identity = Pick<
  CustomerIdentity,
  | 'externalId'
  | 'mergedInto'
  | 'mergedAt'
  | 'deleted'
  | 'marketing'
  | 'marketingUpdatedAt'
  | 'language'
  | 'languageSaidAt'
  | 'email'
  | 'followed'
>;

/** The rows of `from` belong to `to` from now on; null where the customer was deleted. */
export interface Move {
  readonly from: string;
  readonly to: string | null;
}

/**
 * The identities of some customers, and how deletions and merges change them. Chains are kept short: every merged id
 * names the id that has remained. Any order of arrival leads to the same identities.
 */
export class Identities {
  private readonly byId: Map<string, Identity>;
  private readonly changed = new Set<string>();

  /** `rows`: the stored customers, for identities that are new. */
  constructor(
    stored: readonly Identity[],
    private readonly rows: ReadonlyMap<string, CustomerRow>,
  ) {
    this.byId = new Map(stored.map((identity) => [identity.externalId, { ...identity }]));
  }

  has = (externalId: string): boolean => this.byId.has(externalId);

  /** The identities that have changed. */
  changes = (): Identity[] => [...this.changed].flatMap((id) => this.byId.get(id) ?? []);

  /** The id that stands for the customer; null for a deleted customer. */
  remaining(externalId: string): string | null {
    const root = this.rootOf(externalId);
    return this.byId.get(root)?.deleted ? null : root;
  }

  /** The id that has remained, whether it was deleted or not. */
  rootOf(externalId: string): string {
    return this.byId.get(externalId)?.mergedInto ?? externalId;
  }

  /** A merge holds whatever else is said about the id. */
  delete(externalId: string): Move | undefined {
    const identity = this.known(externalId);
    if (identity.mergedInto !== null || identity.deleted) return undefined;
    this.change(externalId, { ...this.languageOf(externalId), deleted: true, email: null });
    return { from: externalId, to: null };
  }

  /** Returns nothing for a repeat, and for a merge that contradicts an earlier one. */
  merge({ externalId, keptExternalId, at }: CustomerMerge): Move | undefined {
    const into = this.rootOf(keptExternalId);
    if (into === externalId) return undefined;
    const { mergedInto, mergedAt } = this.known(externalId);
    if (mergedInto !== null) {
      if (mergedInto === into && (!mergedAt || at < mergedAt)) this.change(externalId, { mergedAt: at });
      return undefined;
    }
    this.known(into);
    for (const member of this.membersOf(externalId)) this.change(member.externalId, { mergedInto: into });
    const email = this.rows.get(externalId)?.email ?? this.known(externalId).email;
    const change = { mergedInto: into, mergedAt: at, deleted: false, email, followed: false };
    this.change(externalId, { ...this.languageOf(externalId), ...change });
    return { from: externalId, to: this.remaining(into) };
  }

  /** The latest decision under this id holds for the id. */
  say(externalId: string, { marketing, decidedAt }: ConsentRecord): void {
    const before = this.known(externalId).marketingUpdatedAt?.getTime() ?? -Infinity;
    if ((decidedAt?.getTime() ?? -Infinity) < before) return;
    this.change(externalId, { marketing, marketingUpdatedAt: decidedAt });
  }

  /** The address of a merged id: what it says about emails has to follow. */
  address(externalId: string, email: string): void {
    this.change(externalId, { email, followed: false });
  }

  /** The remaining customer has an address, which the refusals of its former addresses have to reach. */
  follow(root: string): void {
    for (const { externalId, email } of this.membersOf(root)) {
      if (email !== null) this.change(externalId, { followed: false });
    }
  }

  /**
   * What all ids of the customer say together. A refusal under any id holds, unless the customer has decided again
   * after the merge. A merge never gives a permission that the remaining customer has not.
   */
  settled(root: string, email: string | null): SettledCustomer {
    const own = this.known(root);
    const members = this.membersOf(root);
    const refusals = members.filter(({ marketing, mergedAt }) => {
      const hasDecidedSince = own.marketingUpdatedAt && mergedAt && own.marketingUpdatedAt >= mergedAt;
      return marketing === 'unsubscribed' && !hasDecidedSince;
    });
    const deciding = refusals.length > 0 && own.marketing !== 'unsubscribed' ? refusals : [own, ...refusals];
    const said = [own, ...members].flatMap(({ language, languageSaidAt }) =>
      language !== null && languageSaidAt ? [{ tag: language, saidAt: languageSaidAt }] : [],
    );
    return {
      externalId: root,
      marketing: refusals.length > 0 ? 'unsubscribed' : own.marketing,
      decidedAt: latest(deciding.map(({ marketingUpdatedAt }) => marketingUpdatedAt)),
      email,
      language: said.toSorted((a, b) => b.saidAt.getTime() - a.saidAt.getTime())[0] ?? null,
    };
  }

  /** The language as stored: orders have written it to the customer's row. */
  private languageOf(externalId: string): Partial<Pick<Identity, 'language' | 'languageSaidAt'>> {
    const row = this.rows.get(externalId);
    return row?.languageSaidAt ? { language: row.language, languageSaidAt: row.languageSaidAt } : {};
  }

  private membersOf(root: string): Identity[] {
    return [...this.byId.values()].filter(({ mergedInto }) => mergedInto === root);
  }

  private known(externalId: string): Identity {
    const found = this.byId.get(externalId);
    if (found) return found;
    const made = identityOf(externalId, this.rows.get(externalId));
    this.byId.set(externalId, made);
    this.changed.add(externalId);
    return made;
  }

  private change(externalId: string, change: Partial<Identity>): void {
    this.byId.set(externalId, { ...this.known(externalId), ...change });
    this.changed.add(externalId);
  }
}

const identityOf = (externalId: string, row: CustomerRow | undefined): Identity => ({
  externalId,
  mergedInto: null,
  mergedAt: null,
  deleted: false,
  marketing: row?.marketing ?? 'unknown',
  marketingUpdatedAt: row?.marketingUpdatedAt ?? null,
  language: row?.language ?? null,
  languageSaidAt: row?.languageSaidAt ?? null,
  email: null,
  followed: true,
});

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((a, b) => (a && b ? (a > b ? a : b) : (a ?? b)), null);
