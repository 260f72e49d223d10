import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { ImageTurnsRepository } from '../turns/image-turns.repository.js';
import { PersonalImagesService } from './personal-images.service.js';

/** Enqueues retailers whose images are due, and deletes images that nobody looks at again. */
@Injectable()
export class PersonalImagesSweep implements OnModuleInit {
  constructor(
    private readonly turns: ImageTurnsRepository,
    private readonly images: PersonalImagesService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('images.personal', async () => {
      for (const retailerId of await this.turns.next('personal', [])) {
        this.jobs.enqueue('images.personal', { retailerId }, { jobId: `sweep-${retailerId}` });
      }
      await this.images.deleteOld();
    });
  }
}
