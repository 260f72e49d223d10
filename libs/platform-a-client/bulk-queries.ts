import { PAGE_SIZES } from './operations.js';
import { CUSTOMER_FIELDS, PRODUCT_FIELDS } from './record-fields.js';

/**
 * The documents of bulk operations. The platform reads all pages of their connections, so they name no page sizes. It
 * refuses a connection inside a list, so the transactions of refunds come from the order. It refuses parents without an
 * id, because `__parentId` in the lines of the result names it.
 */
const customers = `{
  customers {
    edges {
      node {${CUSTOMER_FIELDS}
      }
    }
  }
}`;

const products = `{
  products {
    edges {
      node {${PRODUCT_FIELDS}
        variants { edges { node { id price compareAtPrice availableForSale } } }
      }
    }
  }
}`;

const MONEY = '{ shopMoney { amount currencyCode } }';

const orders = `{
  orders {
    edges {
      node {
        id
        name
        createdAt
        processedAt
        updatedAt
        cancelledAt
        test
        sourceName
        displayFinancialStatus
        totalPriceSet ${MONEY}
        customer {${CUSTOMER_FIELDS}
        }
        customerLocale
        billingAddress { countryCodeV2 }
        discountCodes
        lineItems { edges { node { id product { id } } } }
        refunds { id createdAt totalRefundedSet ${MONEY} }
        transactions { id kind status amountSet ${MONEY} }
      }
    }
  }
}`;

export const BULK_QUERIES = { customers, products, orders } as const;

/** Up to this number of records, pages are read faster than a bulk operation begins. */
export const THREE_PAGES = {
  customers: 3 * PAGE_SIZES.customers,
  products: 3 * PAGE_SIZES.products,
  orders: 3 * PAGE_SIZES.orders,
} as const;
