import type { ProductRecord, VariantRecord } from '../../records/records.js';
import type { BodyContext } from './context.js';
import { decimal, gid, quote, quoteOrNull } from './json.js';

/** The most variants that a body has in full. `variant_gids` lists all variants. */
const FULL_VARIANTS = 100;

function variantJson(variant: VariantRecord, position: number, product: ProductRecord, { clock }: BodyContext): string {
  const stock = variant.inventoryQuantity ?? 0;
  return (
    `{"admin_graphql_api_id":${gid('ProductVariant', variant.id)},"barcode":null,` +
    `"compare_at_price":${variant.compareAtCents === undefined ? null : `"${decimal(variant.compareAtCents)}"`},` +
    `"created_at":"${clock.iso(product.createdAt)}","id":${variant.id},"inventory_policy":"deny",` +
    `"position":${position},"price":"${decimal(variant.priceCents)}","product_id":${product.id},` +
    `"sku":${quoteOrNull(variant.sku)},"taxable":true,"title":${quote(variant.title)},` +
    `"updated_at":"${clock.iso(product.updatedAt)}","option1":${quote(variant.title)},"option2":null,"option3":null,` +
    `"image_id":null,"inventory_item_id":${variant.id},"inventory_quantity":${stock},` +
    `"old_inventory_quantity":${stock}}`
  );
}

function imageJson(product: ProductRecord, { clock }: BodyContext): string {
  return (
    `{"id":${product.id},"alt":null,"position":1,"product_id":${product.id},` +
    `"created_at":"${clock.iso(product.createdAt)}","updated_at":"${clock.iso(product.updatedAt)}",` +
    `"admin_graphql_api_id":${gid('ProductImage', product.id)},"width":1024,"height":1024,` +
    `"src":${quote(product.imageUrl ?? '')},"variant_ids":[]}`
  );
}

/** The body of products/create and products/update. */
export function productBody(product: ProductRecord, context: BodyContext): string {
  const { clock } = context;
  const variants = product.variants
    .slice(0, FULL_VARIANTS)
    .map((variant, index) => variantJson(variant, index + 1, product, context));
  const updatedAt = new Date(product.updatedAt).toISOString();
  const gids = product.variants.map(
    ({ id }) => `{"admin_graphql_api_id":${gid('ProductVariant', id)},"updated_at":"${updatedAt}"}`,
  );
  const image = product.imageUrl === null ? null : imageJson(product, context);
  return (
    `{"admin_graphql_api_id":${gid('Product', product.id)},"body_html":${quote(`<p>${product.title}</p>`)},` +
    `"created_at":"${clock.iso(product.createdAt)}","handle":${quote(product.handle)},"id":${product.id},` +
    `"product_type":${quote(product.productType)},` +
    `"published_at":${product.status === 'active' ? `"${clock.iso(product.createdAt)}"` : null},` +
    `"template_suffix":null,"title":${quote(product.title)},"updated_at":"${clock.iso(product.updatedAt)}",` +
    `"vendor":${quote(product.vendor)},"status":"${product.status}","published_scope":"web",` +
    `"tags":${quote(product.tags.join(', '))},"variants":[${variants.join(',')}],"options":[],` +
    `"images":[${image ?? ''}],"image":${image},"media":[],"variant_gids":[${gids.join(',')}],` +
    `"has_variants_that_requires_components":false,"category":null}`
  );
}
