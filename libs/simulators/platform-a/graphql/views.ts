import { decimal } from '../bodies/json.js';
import type {
  Cents,
  CustomerRecord,
  LineItemRecord,
  OrderRecord,
  ProductRecord,
  RefundLineItemRecord,
  RefundRecord,
  RefundTransactionRecord,
  VariantRecord,
} from '../../records/records.js';
import type { SimulatedShop } from '../shop.js';
import { listConnection, type PageArguments } from './connection.js';
import { amountOf, emailAddress, gidOf, identity, postalAddress, upper, utc, utcOrNull } from './view-helpers.js';

const FULFILLMENT = { none: 'UNFULFILLED', partial: 'PARTIALLY_FULFILLED', fulfilled: 'FULFILLED' } as const;

const moneyReturned = (refund: RefundRecord): Cents =>
  refund.transactions.reduce((sum, { status, amountCents }) => sum + (status === 'success' ? amountCents : 0), 0);

/** Converts records to the schema's types. A field is a function if its value is expensive to compute. */
export class Views {
  constructor(private readonly shop: SimulatedShop) {}

  readonly customer = (customer: CustomerRecord) => {
    const spent = () => this.ordersOf(customer).reduce((sum, order) => sum + order.totalCents, 0);
    return {
      __typename: 'Customer',
      ...identity('Customer', customer.id),
      firstName: customer.firstName,
      lastName: customer.lastName,
      displayName: [customer.firstName, customer.lastName].filter(Boolean).join(' ') || (customer.email ?? ''),
      defaultEmailAddress: emailAddress(customer),
      email: customer.email,
      defaultAddress: postalAddress(customer.address, customer, customer.id),
      state: 'DISABLED',
      verifiedEmail: true,
      locale: customer.locale,
      note: null,
      tags: [],
      taxExempt: false,
      numberOfOrders: () => String(this.ordersOf(customer).length),
      amountSpent: () => this.money(spent()),
      createdAt: utc(customer.createdAt),
      updatedAt: utc(customer.updatedAt),
      orders: (args: PageArguments) => listConnection(this.ordersOf(customer), args, this.order),
    };
  };

  readonly order = (order: OrderRecord) => {
    const bag = (cents: Cents) => this.bag(order, cents);
    const returned = order.refunds
      .flatMap((refund) => refund.lineItems)
      .reduce((sum, { subtotalCents: c }) => sum + c, 0);
    const refunded = order.refunds.reduce((sum, refund) => sum + moneyReturned(refund), 0);
    return {
      __typename: 'Order',
      ...identity('Order', order.id),
      name: `#${order.number}`,
      number: order.number,
      email: order.email || null,
      phone: null,
      customer: () => order.customer && this.customer(this.shop.customers.get(order.customer.id) ?? order.customer),
      customerLocale: order.customerLocale,
      customerAcceptsMarketing: order.buyerAcceptsMarketing,
      createdAt: utc(order.createdAt),
      updatedAt: utc(order.updatedAt),
      processedAt: utc(order.processedAt),
      cancelledAt: utcOrNull(order.cancelledAt),
      cancelReason: upper(order.cancelReason),
      closedAt: null,
      confirmed: true,
      test: order.test,
      sourceName: order.sourceName,
      sourceIdentifier: null,
      tags: [],
      note: null,
      displayFinancialStatus: upper(order.financialStatus),
      displayFulfillmentStatus: FULFILLMENT[order.fulfillmentStatus ?? 'none'],
      currencyCode: this.shop.profile.currency,
      presentmentCurrencyCode: order.presentment?.currency ?? this.shop.profile.currency,
      totalPriceSet: bag(order.totalCents),
      currentTotalPriceSet: bag(order.totalCents - returned),
      subtotalPriceSet: bag(order.totalCents - order.shippingCents - order.taxCents),
      totalDiscountsSet: bag(order.discountCents),
      discountCodes: order.discountCodes ?? [],
      totalShippingPriceSet: bag(order.shippingCents),
      totalTaxSet: bag(order.taxCents),
      totalRefundedSet: bag(refunded),
      netPaymentSet: bag(order.totalCents - refunded),
      billingAddress: postalAddress(order.address, order.customer, order.id),
      shippingAddress: postalAddress(order.address, order.customer, order.id),
      lineItems: (args: PageArguments) => listConnection(order.lineItems, args, (item) => this.lineItem(item, order)),
      refunds: ({ first }: PageArguments) =>
        order.refunds.slice(0, first ?? undefined).map((refund) => this.refund(refund, order)),
      transactions: ({ first }: PageArguments) =>
        order.refunds
          .flatMap((refund) => refund.transactions)
          .slice(0, first ?? undefined)
          .map((transaction) => this.transaction(transaction, order)),
    };
  };

  readonly refund = (refund: RefundRecord, order: OrderRecord): object => ({
    __typename: 'Refund',
    ...identity('Refund', refund.id),
    createdAt: utc(refund.createdAt),
    updatedAt: utc(refund.createdAt),
    note: refund.note,
    order: () => this.order(order),
    totalRefundedSet: this.bag(order, moneyReturned(refund)),
    refundLineItems: (args: PageArguments) =>
      listConnection(refund.lineItems, args, (line) => this.refundLineItem(line, order)),
    transactions: (args: PageArguments) =>
      listConnection(refund.transactions, args, (transaction) => this.transaction(transaction, order)),
  });

  readonly product = (product: ProductRecord) => {
    const prices = product.variants.map((variant) => variant.priceCents);
    const image = product.imageUrl && { id: null, altText: null, height: 1024, width: 1024, url: product.imageUrl };
    const media = image && { __typename: 'MediaImage', id: gidOf('MediaImage', product.id), alt: null, image };
    return {
      __typename: 'Product',
      ...identity('Product', product.id),
      title: product.title,
      handle: product.handle,
      descriptionHtml: `<p>${product.title}</p>`,
      vendor: product.vendor,
      productType: product.productType,
      status: upper(product.status),
      tags: product.tags,
      createdAt: utc(product.createdAt),
      updatedAt: utc(product.updatedAt),
      publishedAt: product.status === 'active' ? utc(product.createdAt) : null,
      onlineStoreUrl:
        product.status === 'active' ? `https://${this.shop.profile.domain}/products/${product.handle}` : null,
      featuredMedia: media ? { ...media, mediaContentType: 'IMAGE', preview: { image } } : null,
      featuredImage: image || null,
      priceRangeV2: () => ({
        minVariantPrice: this.money(prices.length > 0 ? Math.min(...prices) : 0),
        maxVariantPrice: this.money(prices.length > 0 ? Math.max(...prices) : 0),
      }),
      totalInventory: product.variants.reduce((sum, variant) => sum + (variant.inventoryQuantity ?? 0), 0),
      tracksInventory: product.variants.some((variant) => variant.inventoryQuantity !== null),
      variantsCount: { count: product.variants.length, precision: 'EXACT' },
      variants: (args: PageArguments) =>
        listConnection([...product.variants.entries()], args, ([index, variant]) =>
          this.variant(variant, index + 1, product),
        ),
    };
  };

  private ordersOf(customer: CustomerRecord): OrderRecord[] {
    return [...this.shop.orders.values()].filter((order) => order.customer?.id === customer.id);
  }

  private lineItem(item: LineItemRecord, order: OrderRecord) {
    const product = item.productId === null ? undefined : this.shop.products.get(item.productId);
    const position = product?.variants.findIndex((variant) => variant.id === item.variantId) ?? -1;
    const variant = product?.variants[position];
    return {
      __typename: 'LineItem',
      id: gidOf('LineItem', item.id),
      name: item.title,
      title: item.title,
      sku: item.sku,
      vendor: item.vendor,
      quantity: item.quantity,
      currentQuantity: item.currentQuantity,
      product: () => (product ? this.product(product) : null),
      variant: () => (product && variant ? this.variant(variant, position + 1, product) : null),
      isGiftCard: false,
      originalUnitPriceSet: this.bag(order, item.priceCents),
      originalTotalSet: this.bag(order, item.priceCents * item.quantity),
      totalDiscountSet: this.bag(order, 0),
    };
  }

  private refundLineItem(line: RefundLineItemRecord, order: OrderRecord) {
    const item = order.lineItems.find((candidate) => candidate.id === line.lineItemId);
    return {
      id: gidOf('RefundLineItem', line.id),
      lineItem: () => item && this.lineItem(item, order),
      quantity: line.quantity,
      subtotalSet: this.bag(order, line.subtotalCents),
    };
  }

  private transaction(transaction: RefundTransactionRecord, order: OrderRecord) {
    return {
      __typename: 'OrderTransaction',
      id: gidOf('OrderTransaction', transaction.id),
      kind: upper(transaction.kind),
      status: upper(transaction.status),
      amountSet: this.bag(order, transaction.amountCents),
      gateway: 'shopify_payments',
      test: order.test,
      createdAt: utc(transaction.createdAt),
      processedAt: utc(transaction.createdAt),
      order: () => this.order(order),
    };
  }

  private variant(variant: VariantRecord, position: number, product: ProductRecord): object {
    return {
      __typename: 'ProductVariant',
      ...identity('ProductVariant', variant.id),
      title: variant.title,
      displayName: `${product.title} - ${variant.title}`,
      sku: variant.sku,
      price: decimal(variant.priceCents),
      compareAtPrice: variant.compareAtCents === undefined ? null : decimal(variant.compareAtCents),
      inventoryQuantity: variant.inventoryQuantity ?? 0,
      inventoryPolicy: 'DENY',
      availableForSale: variant.inventoryQuantity === null || variant.inventoryQuantity > 0,
      position,
      product: () => this.product(product),
    };
  }

  private money(cents: Cents, currencyCode = this.shop.profile.currency) {
    return { amount: amountOf(cents), currencyCode };
  }

  private bag({ presentment }: OrderRecord, cents: Cents) {
    const { currency = this.shop.profile.currency, rate = 1 } = presentment ?? {};
    return { shopMoney: this.money(cents), presentmentMoney: this.money(Math.round(cents * rate), currency) };
  }
}
