import type { OpenStore, PastPage, PastPlace, StoreConnector } from '../store-connector.js';

/** The past of a collection from the place on: as the platform reads it best, or page by page. */
export function pastPages(connector: StoreConnector, store: OpenStore, place: PastPlace): AsyncIterable<PastPage> {
  return connector.readPast?.(store, place) ?? pageByPage(connector, store, place);
}

async function* pageByPage(
  connector: StoreConnector,
  store: OpenStore,
  { resource, cursor }: PastPlace,
): AsyncGenerator<PastPage> {
  let next = cursor;
  do {
    const page = await connector.readPage(store, { resource, cursor: next });
    next = page.next;
    yield page;
  } while (next !== null);
}
