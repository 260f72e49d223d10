import type { ProductRecord } from '../records/records.js';

interface Storefront {
  readonly name: string;
  readonly currency: string;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<title>${escape(title)}</title><style>body{font:16px/1.5 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}` +
  `img{max-width:100%;border-radius:8px}li{margin:.3rem 0}</style></head><body>${content}</body></html>`;

const MOST_PRODUCTS = 60;

const priceOf = ({ variants }: ProductRecord, currency: string): string =>
  variants[0] ? `${(variants[0].priceCents / 100).toFixed(2)} ${currency}` : '';

/** The front page of a simulated store: its products, each with a link. */
export function frontPage(
  { name, currency }: Storefront,
  products: Iterable<ProductRecord>,
  addressOf: (product: ProductRecord) => string,
): string {
  const items = [...products]
    .filter(({ status }) => status === 'active')
    .slice(0, MOST_PRODUCTS)
    .map((product) => {
      const link = `<a href="${escape(addressOf(product))}">${escape(product.title)}</a>`;
      return `<li>${link} ${priceOf(product, currency)}</li>`;
    });
  return page(name, `<h1>${escape(name)}</h1><p>A simulated store.</p><ul>${items.join('')}</ul>`);
}

/** The page of one product of a simulated store. */
export function productPage({ name, currency }: Storefront, product: ProductRecord, front: string): string {
  const image = product.imageUrl ? `<img src="${escape(product.imageUrl)}" alt="${escape(product.title)}">` : '';
  const back = `<p><a href="${escape(front)}">${escape(name)}</a></p>`;
  return page(
    `${product.title} · ${name}`,
    `${back}<h1>${escape(product.title)}</h1><p>${priceOf(product, currency)}</p>${image}`,
  );
}

/** A filled cart of a simulated store, with the code that a link has put there. */
export function cartPage(
  { name }: Storefront,
  lines: readonly { title: string; quantity: number }[],
  code?: string,
): string {
  const items = lines.map(({ title, quantity }) => `<li>${quantity} × ${escape(title)}</li>`);
  const applied = code === undefined ? '' : `<p>Code: ${escape(code)}</p>`;
  return page(`Cart · ${name}`, `<h1>${escape(name)}</h1><ul>${items.join('')}</ul>${applied}`);
}
