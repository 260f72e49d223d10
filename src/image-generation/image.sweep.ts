import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Leases, Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { ImageRendersRepository } from './renders/image-renders.repository.js';
import { ImageRequestsRepository } from './requests/image-requests.repository.js';

/** Enqueues requests and renders again if their job was lost, their wait is over, or their worker has died. */
@Injectable()
export class ImageSweep implements OnModuleInit {
  constructor(
    private readonly requests: ImageRequestsRepository,
    private readonly renders: ImageRendersRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
    private readonly leases: Leases,
  ) {}

  onModuleInit(): void {
    this.leases.register('image_requests', 'render_id IS NULL AND problem IS NULL');
    this.leases.register('image_renders', `status = 'rendering'`);
    this.sweeper.register('images', async () => {
      for (const { retailerId, id } of await this.requests.forgotten()) {
        this.jobs.enqueue('images.prepare', { retailerId, requestId: id }, { jobId: `sweep-${id}` });
      }
      for (const { retailerId, id } of await this.renders.forgotten()) {
        this.jobs.enqueue('images.render', { retailerId, renderId: id }, { jobId: `sweep-${id}` });
      }
    });
  }
}
