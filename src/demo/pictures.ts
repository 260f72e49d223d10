import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Compositor, DEFAULT_BRAND_KIT, type ImageFormat } from '#libs/compositor';
import {
  OpenAiSimulator,
  type PictureCall,
  PRODUCT_PICTURES,
  productPicture,
  type ProductRecord,
} from '#libs/simulators';
import { signToken } from '../auth/sign-token.js';
import type { ImageAnswer } from '../image-generation/requests/image-answers.dto.js';
import { CODE, OFFER } from './offer.js';

const API_KEY = 'sk-demo';

interface Shop {
  readonly retailerId: string;
  readonly brandId: string;
  readonly catalogue: readonly ProductRecord[];
}

/** One picture that the demo asked for. */
export interface DemoPicture {
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

/** What a model would make of the words, as far as our own drawing can. */
async function paint({ prompt, size, outputFormat }: PictureCall, seed: number): Promise<Buffer> {
  const [width = 1024, height = 1024] = size.split('x').map(Number);
  const { palette } = DEFAULT_BRAND_KIT;
  // The caller's own words stand in the first line; what follows is said to a model about style and layout.
  const [words = ''] = prompt.split('\n');
  const art = await compositor.drawLocalArt({ prompt: words, style: 'illustration', palette, width, height, seed });
  return (await compositor.encodeImage(art, outputFormat as ImageFormat)).bytes;
}

/** What stands in for the world that pictures need: an AI service and the shop's own picture host. */
export class PictureStage {
  private constructor(
    private readonly provider: OpenAiSimulator,
    private readonly shopFiles: Server,
    private readonly moduleSecret: string,
  ) {}

  /** The shop's pictures are then at that port of this machine. */
  static async open(moduleSecret: string, port: number): Promise<PictureStage> {
    const provider = await OpenAiSimulator.start({ apiKey: API_KEY, pictureMs: 800, paint });
    const server = createServer((request, response) => {
      const name = PRODUCT_PICTURES.find((known) => request.url === `/${known}`);
      if (!name) return void response.writeHead(404).end();
      void productPicture(name).then((bytes) => response.setHeader('content-type', 'image/jpeg').end(bytes));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new PictureStage(provider, server, moduleSecret);
  }

  /** For the service: the pictures come from the simulated AI service, and the shop's from this machine. */
  get environment(): Record<string, string> {
    return {
      OPENAI_API_KEY: API_KEY,
      OPENAI_BASE_URL: this.provider.baseUrl,
      MODULE_JWT_SECRET: this.moduleSecret,
      IMAGE_FETCH_ALLOW: this.shopAddress,
    };
  }

  async close(): Promise<void> {
    this.shopFiles.closeAllConnections();
    this.shopFiles.close();
    await this.provider.stop();
  }

  /** One picture of each kind, each waited for. */
  async makeOneOfEach(url: string, shop: Shop): Promise<DemoPicture[]> {
    const token = signToken('module', { sub: shop.retailerId }, [this.moduleSecret], 3_600);
    const made: DemoPicture[] = [];
    for (const [path, body] of this.requests(shop)) {
      made.push(await make(`${url}/module-r/image/${path}`, token, body));
    }
    return made;
  }

  private get shopAddress(): string {
    return `127.0.0.1:${(this.shopFiles.address() as AddressInfo).port}`;
  }

  private requests({ brandId, catalogue }: Shop): readonly (readonly [path: string, body: object])[] {
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

/** What our own drawing knows how to show, and fits a shop called Winter Lane. */
const WINTER = 'pine trees in the snow, a low winter sun';
/** In the grid. */
const PRODUCTS = 5;

async function make(address: string, token: string, body: object): Promise<DemoPicture> {
  const started = Date.now();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  const image = (await answer.json()) as ImageAnswer;
  return {
    id: image.id,
    kind: image.kind,
    status: image.status,
    provider: image.provider ?? '',
    cost: image.cost ? `${image.cost.amount} ${image.cost.currency}` : 'free',
    seconds: (Date.now() - started) / 1_000,
    files: image.variants.map(({ url }) => url),
    note: noteOn(image),
  };
}

function noteOn({ overlays, layout, score, problem }: ImageAnswer): string {
  if (problem) return problem.detail;
  if (layout) {
    return `score ${score?.toFixed(1)} of ${layout.reference.optimum.toFixed(1)}, laid out by the ${layout.source}`;
  }
  const contrast = Math.min(...(overlays ?? []).map((overlay) => overlay.contrast));
  return overlays?.length ? `lowest contrast of its text ${contrast.toFixed(1)}:1` : '';
}

export const arePicturesReady = (pictures: readonly DemoPicture[]): boolean =>
  pictures.every(({ status, files }) => status === 'ready' && files.length > 0);

/** A line for each picture, and below it the addresses of its files. */
export function printPictures(pictures: readonly DemoPicture[]): void {
  console.log('\nImages');
  for (const { kind, status, provider, cost, seconds, files, note } of pictures) {
    console.log(
      `  ${kind.padEnd(10)}${status.padEnd(8)}${provider}, ${cost}, ${seconds.toFixed(1)} s${note ? `; ${note}` : ''}`,
    );
    for (const file of files) console.log(`            ${file}`);
  }
}

/** The ids of the pictures that a mail can show, by what they are. */
export const imagesOf = (pictures: readonly DemoPicture[]): { hero?: string; banner?: string; grid?: string } =>
  Object.fromEntries(
    pictures.filter(({ kind }) => ['hero', 'banner', 'grid'].includes(kind)).map(({ kind, id }) => [kind, id]),
  );
