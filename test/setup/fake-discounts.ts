import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { PlatformModules } from '../../src/platforms.js';
import { RetailersModule } from '../../src/retailers/retailers.module.js';
import { RetailersService } from '../../src/retailers/retailers.service.js';
import {
  type CodeBatch,
  type DiscountConnector,
  DiscountRefusedError,
  type DiscountRule,
  type Minting,
} from '../../src/stores/discounts.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import type { OpenStore } from '../../src/stores/store-connector.js';
import { StoresModule } from '../../src/stores/stores.module.js';

/** One discount of the store. */
interface FakeDiscount {
  readonly id: string;
  readonly rule: DiscountRule;
  readonly codes: Set<string>;
  active: boolean;
}

/** Discounts as a platform keeps them that takes the texts of codes, with the faults that a test asks for. */
export class FakeDiscounts implements DiscountConnector<OpenStore> {
  readonly kinds = ['percent', 'amount'] as const;
  readonly discounts: FakeDiscount[] = [];
  readonly calls: string[] = [];
  /** Codes of the merchant's own discounts. */
  readonly foreign = new Set<string>();
  scopes: readonly string[] = [];
  /** While true, every call fails. */
  isUnreachable = false;
  /** The next answers of `mint`. */
  readonly answers: ('pending' | 'lost' | 'half' | 'taken' | 'limit')[] = [];

  missingScopes = (): readonly string[] => this.scopes;
  grantUrl = (): string => 'https://shop.example/grant';

  create(_store: OpenStore, rule: DiscountRule, first: CodeBatch): Promise<string> {
    this.called(`create ${first.texts.length}`);
    const known = this.discounts.find((discount) => discount.rule.key === rule.key);
    if (known) return Promise.resolve(known.id);
    const made = { id: String(this.discounts.length + 1), rule, codes: new Set(first.texts.slice(0, 1)), active: true };
    this.discounts.push(made);
    return Promise.resolve(made.id);
  }

  mint(_store: OpenStore, discountId: string, { texts }: CodeBatch): Promise<Minting> {
    this.called(`mint ${texts.length}`);
    const discount = this.discount(discountId);
    const answer = this.answers.shift();
    if (answer === 'pending') return Promise.resolve({ status: 'pending', retryAfterSeconds: 0.2 });
    if (answer === 'limit') return Promise.reject(new DiscountRefusedError('limit', 'The store has too many codes.'));
    if (answer === 'taken') for (const text of texts.slice(0, 2)) this.foreign.add(text);
    const taken = texts.filter((text) => this.foreign.has(text));
    const free = texts.filter((text) => !this.foreign.has(text));
    for (const text of answer === 'half' ? free.slice(0, free.length / 2) : free) discount.codes.add(text);
    if (answer === 'lost' || answer === 'half') return Promise.reject(new Error('the answer was lost'));
    if (taken.length > 0) return Promise.resolve({ status: 'taken', texts: taken, codes: free });
    return Promise.resolve({ status: 'minted', codes: texts });
  }

  deactivate(_store: OpenStore, discountId: string): Promise<void> {
    this.called('deactivate');
    this.discount(discountId).active = false;
    return Promise.resolve();
  }

  removeCodes(_store: OpenStore, discountId: string, codes: readonly string[]): Promise<void> {
    this.called(`remove ${codes.length}`);
    for (const code of codes) this.discount(discountId).codes.delete(code);
    return Promise.resolve();
  }

  hasCode(_store: OpenStore, code: string): Promise<boolean> {
    this.called('hasCode');
    return Promise.resolve(this.foreign.has(code));
  }

  codeUrl = (storefrontUrl: string, code: string, path: string): string =>
    `${storefrontUrl}/discount/${code}?redirect=${encodeURIComponent(path)}`;

  private called(call: string): void {
    if (this.isUnreachable) throw new Error('the store is unreachable');
    this.calls.push(call);
  }

  private discount(id: string): FakeDiscount {
    const found = this.discounts.find((discount) => discount.id === id);
    if (!found) throw new Error(`no discount ${id}`);
    return found;
  }
}

/** Modules after which stores of platform A have these discounts, and need no token. */
export function withDiscounts(discounts: FakeDiscounts): PlatformModules {
  class Registration implements OnApplicationBootstrap {
    constructor(
      private readonly connectors: StoreConnectorsService,
      private readonly retailers: RetailersService,
    ) {}

    onApplicationBootstrap(): void {
      const real = this.connectors.find('platform-a');
      if (!real) throw new Error('platform A is missing');
      const { retailers } = this;
      const withStore = async <T>(
        retailerId: string,
        work: (store: OpenStore) => Promise<T>,
      ): Promise<T | undefined> => {
        const retailer = await retailers.get(retailerId);
        return retailer.status === 'installed' ? work({ retailer }) : undefined;
      };
      const fake = { discounts: { value: discounts }, withStore: { value: withStore } };
      this.connectors.register(Object.create(real, fake) as typeof real);
    }
  }
  @Module({
    imports: [StoresModule, RetailersModule],
    providers: [
      {
        provide: Registration,
        inject: [StoreConnectorsService, RetailersService],
        useFactory: (connectors: StoreConnectorsService, retailers: RetailersService) =>
          new Registration(connectors, retailers),
      },
    ],
  })
  class FakeDiscountsModule {}
  @Module({})
  class NoRoutesModule {}
  return { worker: FakeDiscountsModule, api: NoRoutesModule };
}
