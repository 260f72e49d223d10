import { api, ask, type Schema } from '../../api.js';
import { failureOf } from '../../failure.js';
import { href } from '../../router.js';
import { getExecution, getSequence, type Sequence } from '../sequences/calls.js';
import { subjectOf } from '../sequences/rules.js';

export type Customer = Schema<'CustomerAnswer'>;
export type CustomerDetail = Schema<'CustomerDetailAnswer'>;

export const findCustomers = (query: { q?: string; externalId?: string; cursor?: string }) =>
  ask(api.GET('/retailer/customers', { params: { query: { limit: 50, ...query } } }));

const OUR_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The customer with the platform's id or with ours, as other pages link to it. */
export async function getCustomer(externalId: string): Promise<CustomerDetail | undefined> {
  const isOurs = OUR_ID.test(externalId);
  const id = isOurs ? externalId : (await findCustomers({ externalId })).items[0]?.id;
  return id === undefined ? undefined : ask(api.GET('/retailer/customers/{id}', { params: { path: { id } } }));
}

const pageOf = (id: string, cursor: string | null) => ({
  path: { id },
  query: { limit: 20, ...(cursor === null ? {} : { cursor }) },
});

export const ordersOf = (id: string, cursor: string | null) =>
  ask(api.GET('/retailer/customers/{id}/orders', { params: pageOf(id, cursor) }));

export interface NamedEmail extends Schema<'CustomerEmailAnswer'> {
  /** The subject as it is written; the id of the email where the sequence no longer has it. */
  readonly subject: string;
  /** The name of the sequence; empty where it is deleted. */
  readonly sequence: string;
  /** The page of the run. */
  readonly place: string | undefined;
}

/** A page of the emails for a customer, the newest first, with the names that the sequences give them. */
export async function emailsOf(id: string, cursor: string | null) {
  const { items, nextCursor } = await ask(api.GET('/retailer/customers/{id}/emails', { params: pageOf(id, cursor) }));
  const runs = [...new Set(items.map(({ executionId }) => executionId))];
  const known = new Map(await Promise.all(runs.map(async (run) => [run, await sequenceOf(run)] as const)));
  const named = items.map((email): NamedEmail => {
    const sequence = known.get(email.executionId);
    return {
      ...email,
      subject: subjectOf(email.step, sequence?.steps ?? []),
      sequence: sequence?.name ?? '',
      place: sequence && href('sequences', sequence.id, 'runs', email.executionId),
    };
  });
  return { items: named, nextCursor };
}

/** The sequence of a run; undefined where it is deleted. */
async function sequenceOf(run: string): Promise<Sequence | undefined> {
  try {
    return await getSequence((await getExecution(run)).sequenceId);
  } catch (error) {
    if (failureOf(error).status === 404) return undefined;
    throw error;
  }
}

export type PrivacyRequest = Schema<'PrivacyRequestAnswer'>;

export const askPrivacy = (id: string, body: Schema<'AskPrivacyBody'>): Promise<PrivacyRequest> =>
  ask(api.POST('/retailer/customers/{id}/privacy-requests', { params: { path: { id } }, body }));

export const getPrivacyRequest = (id: string): Promise<PrivacyRequest> =>
  ask(api.GET('/retailer/privacy-requests/{id}', { params: { path: { id } } }));
