import { api, ask, type Schema } from '../../api.js';
import { everyPage } from '../../every-page.js';
import { brandId, ofItsBrand } from '../../brand.js';
import type { Criteria } from './tree.js';

export type Segment = Schema<'SegmentAnswer'>;

const HEADERS = { Prefer: 'wait=5' };

export const listSegments = (): Promise<readonly Segment[]> =>
  everyPage((page) => ask(api.GET('/retailer/segments', { params: { query: { brandId: brandId(), ...page } } })));

export const getSegment = async (id: string): Promise<Segment> =>
  ofItsBrand(await ask(api.GET('/retailer/segments/{id}', { params: { path: { id } } })));

export const renameSegment = (id: string, name: string): Promise<Segment> =>
  ask(api.PATCH('/retailer/segments/{id}', { params: { path: { id } }, body: { name } }));

export const removeSegment = async (id: string): Promise<void> => {
  await ask(api.DELETE('/retailer/segments/{id}', { params: { path: { id } } }));
};

/** Who would be in a segment with these criteria. */
export const previewSegment = (criteria: Criteria) =>
  ask(api.POST('/retailer/segments/preview', { body: { brandId: brandId(), criteria } }));

/** About how many people that would be, in a tenth of a second. */
export const estimateSegment = (criteria: Criteria) =>
  ask(api.POST('/retailer/segments/estimate', { body: { brandId: brandId(), criteria } }));

export interface Draft {
  readonly name: string;
  readonly criteria: Criteria;
  /** The version that the change is based on, 0 for a new segment. */
  readonly version: number;
}

/** Saves the segment, or in a dry run only says who would enter and leave. */
export async function upsertSegment(draft: Draft, dryRun: boolean): Promise<Schema<'UpsertedSegment'>> {
  const body = { brandId: brandId(), segments: [draft], dryRun };
  const { segments } = await ask(
    api.POST('/retailer/segments/upsert', { body, ...(dryRun ? {} : { params: { header: HEADERS } }) }),
  );
  const [saved] = segments;
  if (!saved) throw new Error('the answer holds no segment');
  return saved;
}

export const membersOf = (id: string, cursor: string | null, at: string | undefined) =>
  ask(
    api.GET('/retailer/segments/{id}/members', {
      params: { path: { id }, query: { limit: 50, ...(cursor === null ? {} : { cursor }), ...(at ? { at } : {}) } },
    }),
  );

export const explain = (id: string, customerId: string) =>
  ask(api.GET('/retailer/segments/{id}/explain', { params: { path: { id }, query: { customerId } } }));
