import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Compositor, DEFAULT_BRAND_KIT, type ImageFormat } from '#libs/compositor';
import { OpenAiSimulator, type ImageCall, PRODUCT_IMAGES, productImage, type ProductRecord } from '#libs/simulators';
import { signToken } from '../auth/sign-token.js';
import type { ImageAnswer } from '../image-generation/requests/image-answers.dto.js';
import { until } from './admin-api.js';
import { CODE, OFFER } from './offer.js';

const API_KEY = 'sk-demo';

interface Store {
  readonly retailerId: string;
  readonly brandId: string;
  readonly catalogue: readonly ProductRecord[];
}

/** One image that the demo requested. */
export interface DemoImage {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly provider: string;
  readonly cost: string;
  readonly seconds: number;
  readonly files: readonly string[];
  readonly note: string;
}

const compositor = new Compositor({ threads: 1 });

/** Draws the prompt in place of a model, with the service's own compositor. */
async function paint({ prompt, size, outputFormat }: ImageCall, seed: number): Promise<Buffer> {
  const [width = 1024, height = 1024] = size.split('x').map(Number);
  const { palette } = DEFAULT_BRAND_KIT;
  // The first line has the caller's own words. The other lines describe style and layout to a model.
  const [words = ''] = prompt.split('\n');
  const art = await compositor.drawLocalArt({ prompt: words, style: 'illustration', palette, width, height, seed });
  return (await compositor.encodeImage(art, outputFormat as ImageFormat)).bytes;
}

/** Simulates what images need: an AI service, and the store's host of product images. */
export class ImageStage {
  private constructor(
    private readonly provider: OpenAiSimulator,
    private readonly imageServer: Server,
    private readonly moduleSecret: string,
  ) {}

  /** `port` is where the store's product images are served. */
  static async open(moduleSecret: string, port: number): Promise<ImageStage> {
    const provider = await OpenAiSimulator.start({ apiKey: API_KEY, imageMs: 800, paint });
    const server = createServer((request, response) => {
      const name = PRODUCT_IMAGES.find((known) => request.url === `/${known}`);
      if (!name) return void response.writeHead(404).end();
      void productImage(name).then((bytes) => response.setHeader('content-type', 'image/jpeg').end(bytes));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new ImageStage(provider, server, moduleSecret);
  }

  /** The environment with which the service uses the simulated AI service and the store's host. */
  get environment(): Record<string, string> {
    return {
      OPENAI_API_KEY: API_KEY,
      OPENAI_BASE_URL: this.provider.baseUrl,
      MODULE_JWT_SECRET: this.moduleSecret,
      IMAGE_FETCH_ALLOW: this.imageHost,
    };
  }

  async close(): Promise<void> {
    this.imageServer.closeAllConnections();
    this.imageServer.close();
    await this.provider.stop();
  }

  /** Requests one image of each kind, one after the other, and waits for each. */
  async makeOneOfEach(url: string, store: Store): Promise<DemoImage[]> {
    const token = signToken('module', { sub: store.retailerId }, [this.moduleSecret], 3_600);
    const made: DemoImage[] = [];
    for (const [path, body] of this.requests(store)) {
      const started = Date.now();
      const requested = await ask(`${url}/module-r/image/${path}`, token, body);
      const image = await ended(`${url}/module-r/images/${requested.id}`, token, requested);
      made.push(asMade(image, (Date.now() - started) / 1_000));
    }
    return made;
  }

  private get imageHost(): string {
    return `127.0.0.1:${(this.imageServer.address() as AddressInfo).port}`;
  }

  private requests({ brandId, catalogue }: Store): readonly (readonly [path: string, body: object])[] {
    const products = catalogue.slice(0, PRODUCTS).map(({ id }, at) => ({ productId: id, priority: PRODUCTS - at }));
    const dimensions = { width: 1200, height: 600 };
    return [
      ['generate', { brandId, prompt: 'a cup of coffee', style: 'illustration', format: 'jpeg' }],
      ['hero-generation', { brandId, prompt: WINTER, style: 'illustration', dimensions, format: 'jpeg', variants: 2 }],
      [
        'banner-generation',
        {
          brandId,
          headline: `${OFFER} everything`,
          subheadline: 'For seven days, because we missed you',
          callToAction: 'Choose something',
          legal: `With the code ${CODE}`,
          products: products.slice(0, 2).map(({ productId }) => ({ productId })),
          dimensions,
          format: 'jpeg',
        },
      ],
      ['grid-generation', { brandId, products, brief: 'A calm winter mood', format: 'jpeg' }],
    ];
  }
}

/** A prompt that the compositor can draw and that suits a store called Winter Lane. */
const WINTER = 'pine trees in the snow, a low winter sun';
/** The number of products in the grid. */
const PRODUCTS = 5;
const LONGEST_MS = 300_000;

/** Requests an image with a body, or asks for one that was requested. */
async function ask(address: string, token: string, body?: object): Promise<ImageAnswer> {
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json', prefer: 'wait=30' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as ImageAnswer;
}

/** The image once it is ready or has failed. A busy machine needs longer than the request waits. */
async function ended(address: string, token: string, requested: ImageAnswer): Promise<ImageAnswer> {
  let image = requested;
  const hasEnded = async (): Promise<boolean> => {
    if (image.status === 'queued' || image.status === 'rendering') image = await ask(address, token);
    return image.status === 'ready' || image.status === 'failed';
  };
  await until(`the image of ${address}`, hasEnded, LONGEST_MS);
  return image;
}

const asMade = (image: ImageAnswer, seconds: number): DemoImage => ({
  id: image.id,
  kind: image.kind,
  status: image.status,
  provider: image.provider ?? '',
  cost: image.cost ? `${image.cost.amount} ${image.cost.currency}` : 'free',
  seconds,
  files: image.variants.map(({ url }) => url),
  note: noteOn(image),
});

function noteOn({ overlays, layout, score, problem }: ImageAnswer): string {
  if (problem) return problem.detail;
  if (layout) {
    return `score ${score?.toFixed(1)} of ${layout.reference.optimum.toFixed(1)}, laid out by the ${layout.source}`;
  }
  const contrast = Math.min(...(overlays ?? []).map((overlay) => overlay.contrast));
  return overlays?.length ? `lowest contrast of its text ${contrast.toFixed(1)}:1` : '';
}

export const areImagesReady = (images: readonly DemoImage[]): boolean =>
  images.every(({ status, files }) => status === 'ready' && files.length > 0);

/** Prints a line for each image, and below it the addresses of its files. */
export function printImages(images: readonly DemoImage[]): void {
  console.log('\nImages');
  for (const { kind, status, provider, cost, seconds, files, note } of images) {
    console.log(
      `  ${kind.padEnd(10)}${status.padEnd(8)}${provider}, ${cost}, ${seconds.toFixed(1)} s${note ? `; ${note}` : ''}`,
    );
    for (const file of files) console.log(`            ${file}`);
  }
}

/** The ids of the images that an email can show, by kind. */
export const imagesOf = (images: readonly DemoImage[]): { hero?: string; banner?: string; grid?: string } =>
  Object.fromEntries(
    images.filter(({ kind }) => ['hero', 'banner', 'grid'].includes(kind)).map(({ kind, id }) => [kind, id]),
  );
