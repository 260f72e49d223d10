import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** An image in one colour with a darker square in the middle, as its subject. */
export function anImage(color = '#cc8844', { width = 400, height = 300 } = {}): Promise<Buffer> {
  const square = { create: { width: 120, height: 120, channels: 3 as const, background: '#332211' } };
  return sharp({ create: { width, height, channels: 3, background: color } })
    .composite([{ input: square, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** A store's image host on loopback. It serves the given images and counts requests. */
export class ImageHost {
  /** By path: bytes, or a handler of its own. */
  readonly files = new Map<string, Buffer | RequestListener>();
  readonly requests: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ImageHost> {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      host.requests.push(path);
      const file = host.files.get(path);
      if (typeof file === 'function') file(request, response);
      else if (file) response.setHeader('content-type', 'image/png').end(file);
      else response.writeHead(404).end();
    });
    const host = new ImageHost(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return host;
  }

  /** For IMAGE_FETCH_ALLOW. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.address}${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
