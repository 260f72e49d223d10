import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Compositor } from '#libs/compositor';
import { OutboundHttp } from '#libs/outbound-http';
import { Runtime } from '../config/runtime.js';
import { EmailModule } from '../email/email.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ImageFiles } from './image-files.js';
import { ImagesPersonalData } from './image-generation.personal-data.js';
import { ImageFilesRepository } from './image-files.repository.js';
import { ImageRendersRepository } from './image-renders.repository.js';
import { ImageRequestsRepository } from './image-requests.repository.js';
import { ImageRequests } from './image-requests.service.js';
import { ImageSweeps } from './image-sweeps.js';
import { ImageTurnsRepository } from './image-turns.repository.js';
import { ImageTurns } from './image-turns.js';
import { JobProblems } from './job-problems.js';
import { MailPictures } from './mail-pictures.js';
import { PrepareHandler } from './prepare.handler.js';
import { ProductPictures } from './product-pictures.js';
import { ProviderCallsRepository } from './provider-calls.repository.js';
import { ProviderLedger } from './provider-ledger.js';
import { IMAGE_PROVIDER, type ImageProvider } from './providers/image-provider.js';
import { LocalProvider } from './providers/local-provider.js';
import { OpenAiCalls } from './providers/openai-calls.js';
import { OpenAiProvider } from './providers/openai-provider.js';
import { RenderComposer } from './render-composer.js';
import { RenderLinks } from './render-links.js';
import { RenderWorker } from './render.worker.js';
import { IMAGE_STORAGE } from './storage/image-storage.js';
import { storageAt } from './storage/storage-url.js';

function provider(
  { config: { images } }: Runtime,
  http: OutboundHttp,
  ledger: ProviderLedger,
  files: ImageFiles,
): ImageProvider {
  if (!images.openAi) return new LocalProvider();
  return new OpenAiProvider(images.openAi, images.prices, new OpenAiCalls(images.openAi, http), ledger, files);
}

/** Requests for pictures and the jobs that make them. */
@Module({
  imports: [EmailModule, PersonalDataModule, RetailersModule],
  providers: [
    ImageRequestsRepository,
    ImageRendersRepository,
    ImageFilesRepository,
    ImageTurnsRepository,
    ImageTurns,
    ProviderCallsRepository,
    ImageFiles,
    ImageRequests,
    ImagesPersonalData,
    ProductPictures,
    RenderLinks,
    RenderComposer,
    RenderWorker,
    PrepareHandler,
    ImageSweeps,
    JobProblems,
    MailPictures,
    ProviderLedger,
    { provide: OutboundHttp, useFactory: () => new OutboundHttp() },
    {
      provide: Compositor,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new Compositor({ threads: config.images.threads }),
    },
    {
      provide: IMAGE_STORAGE,
      inject: [Runtime, OutboundHttp],
      useFactory: ({ config }: Runtime, http: OutboundHttp) => storageAt(config.images.storageUrl, http),
    },
    { provide: IMAGE_PROVIDER, inject: [Runtime, OutboundHttp, ProviderLedger, ImageFiles], useFactory: provider },
  ],
  exports: [ImageRequests, IMAGE_STORAGE],
})
export class ImageGenerationModule implements OnApplicationShutdown {
  constructor(
    private readonly http: OutboundHttp,
    private readonly compositor: Compositor,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.http.close(), this.compositor.close()]);
  }
}
