import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Compositor } from '#libs/compositor';
import { OutboundHttp } from '#libs/outbound-http';
import { Runtime } from '../config/runtime.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EventsModule } from '../events/events.module.js';
import { EmailModule } from '../email/email.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ImageFilesService } from './storage/image-files.service.js';
import { ImagePersonalDataService } from './image-personal-data.service.js';
import { ImageFilesRepository } from './storage/image-files.repository.js';
import { ImageRendersRepository } from './renders/image-renders.repository.js';
import { ImageApprovalsRepository } from './requests/image-approvals.repository.js';
import { ImageRequestsRepository } from './requests/image-requests.repository.js';
import { ImageRequestsService } from './requests/image-requests.service.js';
import { ImageSweep } from './image.sweep.js';
import { ImageTurnsRepository } from './turns/image-turns.repository.js';
import { ImageTurnsService } from './turns/image-turns.service.js';
import { JobProblemsService } from './rendering/job-problems.service.js';
import { EmailImagesService } from './requests/email-images.service.js';
import { CompanionsService } from './personal/companions.service.js';
import { PersonalComposerService } from './personal/personal-composer.service.js';
import { PersonalDrawingsService } from './personal/personal-drawings.service.js';
import { PersonalHandler } from './personal/personal.handler.js';
import { PersonalImagesRepository } from './personal/personal-images.repository.js';
import { PersonalImagesSweep } from './personal/personal-images.sweep.js';
import { StoreFactsService } from './personal/store-facts.service.js';
import { PersonalImagesService } from './personal/personal-images.service.js';
import { PersonalPlansService } from './personal/personal-plans.service.js';
import { PersonalPreviewsService } from './personal/personal-previews.service.js';
import { PersonalTemplatesService } from './personal/personal-templates.service.js';
import { PhotographsService } from './personal/photographs.service.js';
import { PrepareHandler } from './requests/prepare.handler.js';
import { SourceImagesService } from './rendering/source-images.service.js';
import { ImageCostMetrics } from './providers/image-cost.metrics.js';
import { ProviderCallsRepository } from './providers/provider-calls.repository.js';
import { ProviderLedgerService } from './providers/provider-ledger.service.js';
import { CheckedImagesService } from './providers/checked-images.service.js';
import { IMAGE_PROVIDER, type ImageProvider } from './providers/image-provider.js';
import { LocalProvider } from './providers/local-provider.js';
import { OpenAiCalls } from './providers/openai-calls.js';
import { OpenAiProvider } from './providers/openai-provider.js';
import { CutoutsService } from './rendering/cutouts.service.js';
import { RenderComposerService } from './rendering/render-composer.service.js';
import { RenderLinksService } from './rendering/render-links.service.js';
import { RenderHandler } from './rendering/render.handler.js';
import { IMAGE_STORAGE } from './storage/image-storage.js';
import { storageAt } from './storage/storage-url.js';

function provider(
  { config: { images } }: Runtime,
  http: OutboundHttp,
  ledger: ProviderLedgerService,
  files: ImageFilesService,
): ImageProvider {
  if (!images.openAi) return new LocalProvider();
  return new OpenAiProvider(images.openAi, images.prices, new OpenAiCalls(images.openAi, http), ledger, files);
}

/** Requests for images and the jobs that render them. */
@Module({
  imports: [CommerceModule, EmailModule, EventsModule, PersonalDataModule, RetailersModule],
  providers: [
    ImageRequestsRepository,
    ImageApprovalsRepository,
    ImageRendersRepository,
    ImageFilesRepository,
    ImageTurnsRepository,
    ImageTurnsService,
    ImageCostMetrics,
    ProviderCallsRepository,
    ImageFilesService,
    ImageRequestsService,
    ImagePersonalDataService,
    SourceImagesService,
    RenderLinksService,
    RenderComposerService,
    RenderHandler,
    PrepareHandler,
    CompanionsService,
    PersonalComposerService,
    PersonalDrawingsService,
    PersonalHandler,
    PersonalImagesRepository,
    PersonalImagesSweep,
    StoreFactsService,
    PersonalImagesService,
    PersonalPlansService,
    PersonalPreviewsService,
    PersonalTemplatesService,
    PhotographsService,
    ImageSweep,
    JobProblemsService,
    EmailImagesService,
    ProviderLedgerService,
    CheckedImagesService,
    CutoutsService,
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
    {
      provide: IMAGE_PROVIDER,
      inject: [Runtime, OutboundHttp, ProviderLedgerService, ImageFilesService],
      useFactory: provider,
    },
  ],
  exports: [
    PersonalImagesService,
    ImageRequestsService,
    ImageApprovalsRepository,
    ProviderCallsRepository,
    ImageFilesService,
    SourceImagesService,
    Compositor,
    IMAGE_STORAGE,
  ],
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
