import { Inject, Injectable } from '@nestjs/common';
import { CompositionError } from '#libs/compositor';
import { PoolError } from '#libs/worker-pool';
import { APP_LOGGER, type AppLogger, currentRequestId, DomainError, type Problem, toProblem } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import { asStorageProblem } from '../storage/image-files.service.js';
import { StorageError } from '../storage/image-storage.js';

/** Turns the error that ended a job into the problem that the requester receives. */
@Injectable()
export class JobProblemsService {
  constructor(
    private readonly runtime: Runtime,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** An unexpected error is logged with its stack. The problem never contains the stack. */
  of(error: unknown): Problem {
    const { problem, unexpected } = toProblem(asDomainError(error), currentRequestId() ?? '', this.runtime.publicUrl);
    if (unexpected) this.logger.error({ err: error }, 'an image job failed');
    return problem;
  }

  /** Logs that a thread did not finish a drawing, which is a fault of ours even if the next run succeeds. */
  threadLost(error: PoolError): void {
    this.logger.error({ err: error }, 'an image was not drawn');
  }
}

function asDomainError(error: unknown): unknown {
  if (error instanceof PoolError) {
    return new DomainError(500, 'image_not_drawn', 'Several attempts to draw the image failed.', { cause: error });
  }
  if (error instanceof StorageError) return asStorageProblem(error);
  if (!(error instanceof CompositionError)) return error;
  const { place, message } = error;
  const errors = place === null ? {} : { errors: [{ pointer: `/${place}`, detail: message }] };
  return new DomainError(422, 'image_not_composable', message, errors);
}
