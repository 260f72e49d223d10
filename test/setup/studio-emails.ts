import type { PlayedStore, StudioStage } from './studio-stage.js';

/** The rest of an HTML email that the checks of a sequence ask for. */
const LINKS = '<p><a href="{{ shop.url }}">Look</a> <a href="{{ unsubscribeUrl }}">Leave</a></p>';

/** Saves a sequence of the store with one email of this HTML. Resolves to the address of its page. */
export async function withEmail(stage: StudioStage, store: PlayedStore, id: string, html: string): Promise<string> {
  const brandId = await stage.brandOf(store);
  const criteria = { minOrders: 1 };
  await stage.app.admin('POST', '/admin/segments/upsert', { brandId, segments: [{ name: 'All', criteria }] });
  const { status, body } = await stage.app.admin('PUT', `/admin/sequences/${id}`, {
    brandId,
    name: id,
    segment: 'All',
    steps: [{ id: 'one', delay: 'PT0S', subject: 'Hello', html: html.replace('</body>', `${LINKS}</body>`) }],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return `/sequences/${id}`;
}
