import type { ImageProvider } from './image-provider.js';

/** Uses no external service: the compositor draws the images, and its optimiser lays out the grids. */
export class LocalProvider implements ImageProvider {
  readonly name = 'local';
  readonly maker = 'local';

  stageSize(): null {
    return null;
  }

  images(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  layout(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
