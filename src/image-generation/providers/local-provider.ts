import type { ImageProvider } from './image-provider.js';

/** Needs no service: the compositor draws the images, and the optimiser lays the grids out. */
export class LocalProvider implements ImageProvider {
  readonly name = 'local';
  readonly maker = 'local';

  images(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  layout(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
