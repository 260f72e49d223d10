import { CompositionError, gridPlanSchema, inspectImage } from '#libs/compositor';
import { DomainError } from '#libs/kernel';
import type { ImagesConfig, OpenAiConfig } from '../../config/app-config.js';
import { asStorageProblem, type ImageFilesService } from '../storage/image-files.service.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { SpecProduct } from '../renders/image-spec.js';
import type { ProviderLedgerService } from './provider-ledger.service.js';
import { StorageError } from '../storage/image-storage.js';
import { type ImageProvider, type ImageOrder, TryLater } from './image-provider.js';
import { layoutOrder, readLayout } from './layout-order.js';
import { type Size, supportedSize } from './image-size.js';
import type { OpenAiCalls } from './openai-calls.js';
import { uselessAnswer } from './openai-failure.js';

/** Images and layouts of an OpenAI-compatible service. Each is paid once. */
export class OpenAiProvider implements ImageProvider {
  readonly name = 'openai';

  constructor(
    private readonly config: OpenAiConfig,
    private readonly prices: ImagesConfig['prices'],
    private readonly calls: OpenAiCalls,
    private readonly ledger: ProviderLedgerService,
    private readonly files: ImageFilesService,
  ) {}

  get maker(): string {
    return `openai ${this.config.imageModel} ${this.config.layoutModel}`;
  }

  stageSize(size: Size): Size | null {
    return this.config.edits ? supportedSize(this.config.imageModel, size) : null;
  }

  async images(run: RenderRun, order: ImageOrder): Promise<readonly Buffer[]> {
    const keys = await this.ledger.pay(run, {
      purpose: order.attempt === 1 ? 'images' : 'images_again',
      model: this.config.imageModel,
      price: this.prices.image,
      count: order.count,
      make: () => this.calls.images(order),
      keep: async (images) => {
        await Promise.all(images.map(inspected));
        return this.keepAll(run.retailerId, images);
      },
    });
    return Promise.all(keys.map((key) => this.files.read(key)));
  }

  async layout(run: RenderRun, products: readonly SpecProduct[], brief: string | null): Promise<unknown> {
    const order = layoutOrder(products, brief, gridPlanSchema);
    try {
      const [text = ''] = await this.ledger.pay(run, {
        purpose: 'layout',
        model: this.config.layoutModel,
        price: this.prices.layout,
        count: 1,
        make: () => this.calls.layout(order),
        keep: (answer) => Promise.resolve([answer]),
      });
      return readLayout(text, products);
    } catch (error) {
      if (error instanceof DomainError || error instanceof TryLater) return undefined;
      throw error;
    }
  }

  /** A failure of the storage is final: another run would have to pay for the images again. */
  private async keepAll(retailerId: string, images: readonly Buffer[]): Promise<readonly string[]> {
    try {
      return await Promise.all(images.map((bytes) => this.files.keepOriginal(retailerId, bytes)));
    } catch (error) {
      throw error instanceof StorageError ? asStorageProblem(error) : error;
    }
  }
}

/** Refuses bytes that are not an image. */
async function inspected(bytes: Buffer): Promise<void> {
  try {
    await inspectImage(bytes);
  } catch (error) {
    throw error instanceof CompositionError ? uselessAnswer() : error;
  }
}
