import type { Instant, PlatformId } from '../../records/records.js';
import { type BulkCreation, type DiscountRules, keyOf, type RedeemCode, type SimulatedDiscount } from './discount.js';

const LONGEST_CODE = 255;

/**
 * The discounts of one store, of the app and of the merchant. A code is unique in the store, without regard to case.
 * Codes that are added in bulk appear after `mintingMs`.
 */
export class DiscountRegistry {
  /** How long a bulk creation takes. Infinity: it never ends. */
  mintingMs = 20;
  /** The most discounts that the store takes. */
  most = Number.POSITIVE_INFINITY;
  private readonly discounts = new Map<PlatformId, SimulatedDiscount>();
  private readonly owners = new Map<string, SimulatedDiscount>();
  private readonly creations = new Map<PlatformId, BulkCreation>();
  private readonly jobs = new Set<PlatformId>();
  private lastId = 1_057_000_000_000;

  constructor(private readonly now: () => Instant = Date.now) {}

  all(): readonly SimulatedDiscount[] {
    this.settle();
    return [...this.discounts.values()];
  }

  get(id: PlatformId): SimulatedDiscount | undefined {
    this.settle();
    return this.discounts.get(id);
  }

  /** The discount that has the code. */
  ownerOf(code: string): SimulatedDiscount | undefined {
    this.settle();
    return this.owners.get(keyOf(code));
  }

  /** A discount with its first code. Also for discounts that the merchant has made. */
  create(rules: DiscountRules, code: string): SimulatedDiscount {
    const discount: SimulatedDiscount = { ...rules, id: this.nextId(), codes: new Map() };
    this.discounts.set(discount.id, discount);
    this.addCode(discount, code);
    return discount;
  }

  /** Begins to add the codes. What is wrong with a code shows when the creation is done. */
  addCodes(discountId: PlatformId, codes: readonly string[]): BulkCreation {
    const createdAt = this.now();
    const base = { id: this.nextId(), discountId, codes, createdAt, readyAt: createdAt + this.mintingMs };
    const creation: BulkCreation = { ...base, results: [], done: false };
    this.creations.set(creation.id, creation);
    return creation;
  }

  creation(id: PlatformId): BulkCreation | undefined {
    this.settle();
    return this.creations.get(id);
  }

  /** Ends the discount at once. Its codes still resolve. */
  deactivate(discount: SimulatedDiscount): void {
    discount.endsAt = Math.min(discount.endsAt ?? Number.POSITIVE_INFINITY, this.now());
  }

  /** Removes single codes. Returns the id of the job. */
  removeCodes(discount: SimulatedDiscount, ids: readonly PlatformId[]): PlatformId {
    this.settle();
    for (const [key, { id }] of discount.codes) {
      if (!ids.includes(id)) continue;
      discount.codes.delete(key);
      this.owners.delete(key);
    }
    const job = this.nextId();
    this.jobs.add(job);
    return job;
  }

  hasJob(id: PlatformId): boolean {
    return this.jobs.has(id);
  }

  /** Carries out the creations whose time has come, in the order in which they began. */
  private settle(): void {
    const now = this.now();
    for (const creation of this.creations.values()) {
      if (creation.done || creation.readyAt > now) continue;
      creation.results = creation.codes.map((code, index) => this.resultOf(creation, code, index));
      creation.done = true;
    }
  }

  private resultOf({ discountId, codes }: BulkCreation, code: string, index: number): BulkCreation['results'][number] {
    const isRepeated = codes.slice(0, index).some((earlier) => keyOf(earlier) === keyOf(code));
    if (isRepeated) return { code, problem: 'Codes must be unique within BulkDiscountCodeCreation' };
    const problem = this.problemOf(code);
    const discount = this.discounts.get(discountId);
    if (problem ?? !discount) return { code, problem: problem ?? 'The discount does not exist.' };
    return { code, created: this.addCode(discount, code) };
  }

  private problemOf(code: string): string | undefined {
    if (code === '') return 'is too short (minimum is 1 character)';
    if (/[\r\n]/.test(code)) return 'cannot contain newline characters.';
    if (code.length > LONGEST_CODE) return `is too long (maximum is ${LONGEST_CODE} characters)`;
    return this.owners.has(keyOf(code)) ? 'must be unique. Please try a different code.' : undefined;
  }

  private addCode(discount: SimulatedDiscount, code: string): RedeemCode {
    const created: RedeemCode = { id: this.nextId(), code, uses: [] };
    discount.codes.set(keyOf(code), created);
    this.owners.set(keyOf(code), discount);
    return created;
  }

  private nextId(): PlatformId {
    this.lastId += 1;
    return String(this.lastId);
  }
}
