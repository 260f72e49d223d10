import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a server, which a test can cut, silence and restore. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private state: 'whole' | 'cut' | 'silent' = 'whole';

  private constructor(
    /** The server's URL through the proxy. */
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async to(serverUrl: string): Promise<Cable> {
    const target = new URL(serverUrl);
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const through = new URL(serverUrl);
    through.port = String(typeof address === 'object' && address ? address.port : 0);
    through.hostname = '127.0.0.1';
    const cable = new Cable(through.toString(), server);
    server.on('connection', (socket) => cable.take(socket, Number(target.port), target.hostname));
    return cable;
  }

  /** Breaks connections and closes new ones at once. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open without transferring data. */
  silence(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.pause();
  }

  mend(): void {
    this.state = 'whole';
    for (const socket of this.sockets) socket.resume();
  }

  async remove(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(near: Socket, port: number, host: string): void {
    if (this.state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(port, host);
    this.join(near, far);
    this.join(far, near);
    if (this.state === 'silent') near.pause();
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => void to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
