/** A call of a text model that has to answer in a JSON schema. */
export interface LayoutCall {
  readonly model: string;
  /** All texts that the model was given, in order. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schema: unknown;
}

/** The layout of the simulated model: a large first product, then pairs. A last single product has the whole width. */
export function proposeLayout({ schema }: LayoutCall): unknown {
  const [hero, ...rest] = productIds(schema);
  if (hero === undefined) return {};
  const row = (ids: readonly string[], emphasis: 'hero' | 'normal') => ({
    cells: ids.map((productId) => ({
      productId,
      span: ids.length === 1 ? 6 : 3,
      emphasis,
      crop: ids.length === 1 ? 'wide' : 'square',
    })),
    mobile: 'stack',
  });
  const pairs = Array.from({ length: Math.ceil(rest.length / 2) }, (_, at) => rest.slice(at * 2, at * 2 + 2));
  return {
    version: 1,
    rows: [row([hero], 'hero'), ...pairs.map((ids) => row(ids, 'normal'))],
    rationale: 'The first product leads, the others follow two by two.',
  };
}

/** The ids that the schema lets a product have. */
function productIds(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  for (const [key, value] of Object.entries(schema)) {
    const { enum: ids } = (typeof value === 'object' && value !== null ? value : {}) as { enum?: unknown };
    if (key === 'productId' && Array.isArray(ids)) return ids.map(String);
    const inside = productIds(value);
    if (inside.length > 0) return inside;
  }
  return [];
}
