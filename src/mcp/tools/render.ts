import { setTimeout as pause } from 'node:timers/promises';
import { ToolRefusal } from '../refusal.js';
import { type Schema, type Store, text } from '../store.js';
import { type Answer, BRAND, type Input, inputOf, refer, type Tool } from '../tool.js';

const PATHS = {
  generate: '/retailer/image/generate',
  hero: '/retailer/image/hero-generation',
  banner: '/retailer/image/banner-generation',
  grid: '/retailer/image/grid-generation',
} as const;
type Kind = keyof typeof PATHS;

/** Clients give up after a minute. */
const PATIENCE_MS = 45_000;
const PAUSE_MS = 500;

export const RENDER: Tool = {
  name: 'render',
  title: 'Render an image',
  description:
    'Makes an image for emails and waits until it is ready: generate (no text), hero (no text, in the colours of the ' +
    'brand), banner (the text of an offer, with products) or grid (products in rows). Images may cost money and count ' +
    'against the monthly budget of the store. Where the answer says that it is not ready, call again with its id.',
  readOnly: false,
  input: inputOf({
    kind: { type: 'string', enum: Object.keys(PATHS) },
    request: {
      description: 'What to draw. brandId may be left out where the store has one brand',
      anyOf: ['GenerateBody', 'HeroBody', 'BannerBody', 'GridBody'].map(refer),
    },
    brandId: BRAND,
    id: { type: 'string', format: 'uuid', description: 'Wait for this image, instead of kind and request' },
  }),
  async call(store, { id, kind, request, brandId }) {
    const deadline = Date.now() + PATIENCE_MS;
    let image = id === undefined ? await begin(store, kind, request, brandId) : await read(store, text(id, 'id'));
    while (!isOver(image) && Date.now() < deadline) {
      await pause(PAUSE_MS);
      image = await read(store, image.id);
    }
    return answerOf(image);
  },
};

async function begin(store: Store, kind: unknown, request: unknown, brand: unknown): Promise<Schema<'ImageAnswer'>> {
  if (!isKind(kind)) throw new ToolRefusal(`kind is one of ${Object.keys(PATHS).join(', ')}.`);
  if (typeof request !== 'object' || request === null) throw new ToolRefusal('request is missing: say what to draw.');
  const brandId = await store.brandId(brand ?? (request as Input)['brandId']);
  // The body of one kind; the service refuses one of another kind.
  const body = { ...request, brandId } as never;
  return store.ask(store.api.POST(PATHS[kind], { body }));
}

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(PATHS, kind);

const read = (store: Store, id: string): Promise<Schema<'ImageAnswer'>> =>
  store.ask(store.api.GET('/retailer/images/{id}', { params: { path: { id } } }));

const isOver = ({ status }: Schema<'ImageAnswer'>): boolean => status === 'ready' || status === 'failed';

function answerOf(image: Schema<'ImageAnswer'>): Answer {
  const { id, kind, status, approval, cost, notices, problem } = image;
  const variants = image.variants.map(({ url, width, height, format, altText, family }) => ({
    url,
    width,
    height,
    format,
    altText,
    family,
  }));
  const data = { id, kind, status, approval, cost, notices, problem, variants };
  if (status === 'failed') throw new ToolRefusal(`The image failed: ${JSON.stringify(problem)}. Change the request.`);
  const ready = `The image ${id} is ready; a person may still have to approve it in the studio.`;
  return { text: status === 'ready' ? ready : `Not ready yet. Call render again with the id ${id}.`, data };
}
