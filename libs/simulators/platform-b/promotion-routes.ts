import { setTimeout as delay } from 'node:timers/promises';
import type { Call, Route } from './api-route.js';
import type { Json } from './json.js';
import { byIds, type Query, v2Page, v3Page } from './lists.js';
import { invalid, isRefusal, type Promotion, type PromotionCode, type Refusal } from './promotions.js';
import type { SimulatedStore } from './store.js';

const MOST_AT_ONCE = 10;
const USUAL_PAGE = 50;
const LARGEST_PAGE = 250;

export const PROMOTION_ROUTES: readonly Route[] = [
  ['GET', '/v3/promotions', 'promotions', ({ store, query }) => ok(v3Page(promotionsOf(store, query), query))],
  ['POST', '/v3/promotions', 'promotions', ({ store, body }) => shown(store.promotions.create(fields(body)), 201)],
  [
    'DELETE',
    '/v3/promotions',
    'promotions',
    ({ store, query }) => deleted(query, (ids) => store.promotions.delete(ids)),
  ],
  ['GET', '/v3/promotions/codes', 'codes', ({ store, query }) => ok(v3Page(codesNamed(store, query['code']), query))],
  ['GET', '/v3/promotions/:id', 'promotions', ({ store, id }) => shown(store.promotions.get(Number(id)) ?? notFound)],
  [
    'PUT',
    '/v3/promotions/:id',
    'promotions',
    ({ store, id, body }) => shown(store.promotions.update(Number(id), fields(body))),
  ],
  ['POST', '/v3/promotions/:id/codegen', 'codes', ({ store, ...call }) => busy(store, () => generate(store, call))],
  ['GET', '/v3/promotions/:id/codes', 'codes', ({ store, id, query }) => busy(store, () => codes(store, id, query))],
  [
    'POST',
    '/v3/promotions/:id/codes',
    'codes',
    ({ store, id, body }) => {
      const code = store.promotions.addCode(Number(id), fields(body));
      return isRefusal(code) ? code : { status: 201, body: { data: codeView(code), meta: {} } };
    },
  ],
  [
    'DELETE',
    '/v3/promotions/:id/codes',
    'codes',
    ({ store, id, query }) => deleted(query, (ids) => store.promotions.deleteCodes(Number(id), ids)),
  ],
  ['GET', '/v2/coupons', 'promotions', ({ store, query }) => couponsOf(store, query)],
  // Without a filter the platform deletes every coupon of the store.
  ['DELETE', '/v2/coupons', 'promotions', ({ store, query }) => deleteCoupons(store, query)],
];

const ok = (body: unknown) => ({ status: 200, body });
const notFound: Refusal = { status: 404, body: { status: 404, title: 'Not Found' } };
const fields = (body: unknown): Json => (typeof body === 'object' && body !== null ? { ...body } : {});

/** Over ten calls at once the platform refuses one. */
async function busy<T>(store: SimulatedStore, answer: () => T): Promise<T | { status: number; body: unknown }> {
  const { promotions } = store;
  if (promotions.underWay >= MOST_AT_ONCE) return { status: 429, body: { status: 429, title: 'Too many requests' } };
  promotions.underWay += 1;
  promotions.mostUnderWay = Math.max(promotions.mostUnderWay, promotions.underWay);
  try {
    await delay(promotions.answerMs);
    return answer();
  } finally {
    promotions.underWay -= 1;
  }
}

function generate(store: SimulatedStore, { id, body, fault }: Pick<Call, 'id' | 'body' | 'fault'>) {
  const breaksOff = fault?.kind === 'mintsPart';
  const minted = store.promotions.generate(Number(id), fields(body), breaksOff ? (fault.minted ?? 0) : undefined);
  if (isRefusal(minted)) return minted;
  if (breaksOff) return { status: 500, body: { status: 500, title: 'Internal Server Error' } };
  const { max_uses: uses, max_uses_per_customer: each } = minted[0] ?? { max_uses: 1, max_uses_per_customer: 1 };
  const created = minted[0]?.created;
  const batch = { created, max_uses: uses, max_uses_per_customer: each, batch_size: minted.length };
  return { status: 201, body: { data: { ...batch, codes: minted.map(({ code }) => ({ code })) }, meta: {} } };
}

const cursorOf = ({ id }: PromotionCode): string => Buffer.from(JSON.stringify({ id: String(id) })).toString('base64');

/** The newest code first. A page by its number and a page by a cursor exclude each other. */
function codes(store: SimulatedStore, id: string, query: Query) {
  const promotion = store.promotions.get(Number(id));
  if (!promotion) return notFound;
  const { after, page, limit: asked, code } = query;
  if (after !== undefined && page !== undefined) return invalid('page and after exclude each other');
  const all = [...promotion.codes.values()]
    .filter((one) => code === undefined || one.code.toUpperCase() === code.toUpperCase())
    .toReversed();
  const numbered = v3Page(all.map(codeView), query);
  if (page !== undefined) return ok(numbered);
  const limit = Math.min(LARGEST_PAGE, Math.max(1, Number(asked ?? USUAL_PAGE) || USUAL_PAGE));
  const start = after === undefined ? 0 : all.findIndex((one) => one.id < idOf(after));
  const items = start < 0 ? [] : all.slice(start, start + limit);
  const [first, last] = [items[0], items.at(-1)];
  const hasMore = last !== undefined && last !== all.at(-1);
  const cursors = {
    count: items.length,
    per_page: limit,
    ...(first && last && { start_cursor: cursorOf(first), end_cursor: cursorOf(last) }),
    links: hasMore ? { next: `?limit=${limit}&after=${cursorOf(last)}` } : {},
  };
  const meta = { ...(after === undefined ? (numbered['meta'] as Json) : {}), cursor_pagination: cursors };
  return ok({ data: items.map(codeView), meta });
}

function idOf(cursor: string): number {
  const { id } = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as { id: string };
  return Number(id);
}

const codeView = ({ uses, ...code }: PromotionCode): Json => ({ ...code, current_uses: uses.length });

const promotionView = ({ id, fields: own, codes: held }: Promotion): Json => ({
  ...own,
  id,
  current_uses: [...held.values()].reduce((sum, { uses }) => sum + uses.length, 0),
  ...(own['redemption_type'] === 'COUPON' && { multiple_codes: { has_multiple_codes: held.size > 1 } }),
});

function shown(result: Promotion | Refusal, status = 200) {
  return isRefusal(result) ? result : { status, body: { data: promotionView(result), meta: {} } };
}

function promotionsOf({ promotions }: SimulatedStore, query: Query): readonly Json[] {
  const { name, code, status, redemption_type: type, id } = query;
  const owner = code === undefined ? undefined : promotions.byCode(code)?.promotion.id;
  const all = promotions
    .all()
    .map(promotionView)
    .filter((each) => name === undefined || String(each['name']).toLowerCase().includes(name.toLowerCase()))
    .filter((each) => status === undefined || each['status'] === status)
    .filter((each) => type === undefined || String(each['redemption_type']).toLowerCase() === type.toLowerCase())
    .filter((each) => code === undefined || each['id'] === owner);
  return byIds(all, id ?? query['id:in']);
}

function codesNamed({ promotions }: SimulatedStore, text = ''): Json[] {
  const found = promotions.byCode(text);
  return found ? [codeView(found.code)] : [];
}

function deleted(query: Query, remove: (ids: readonly number[]) => Refusal | undefined) {
  const list = query['id:in'];
  if (list === undefined || !/^\d+(?:,\d+)*$/.test(list)) return invalid('id:in is required');
  return remove(list.split(',').map(Number)) ?? { status: 204 };
}

function couponsOf({ promotions, largestPage }: SimulatedStore, query: Query) {
  const named = promotions.coupons.filter(({ code }) => query['code'] === undefined || code === query['code']);
  const page = v2Page(named, query, largestPage);
  return page ? ok(page) : { status: 204 };
}

function deleteCoupons({ promotions }: SimulatedStore, query: Query) {
  const ids = query['id:in'];
  const kept = ids === undefined ? [] : promotions.coupons.filter(({ id }) => !ids.split(',').includes(String(id)));
  promotions.coupons.splice(0, promotions.coupons.length, ...kept);
  return { status: 204 };
}
