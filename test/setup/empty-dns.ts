import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server that knows no name. */
export class EmptyDns {
  /** While this is true, the server does not answer. */
  isAway = false;

  private constructor(private readonly socket: ReturnType<typeof createSocket>) {}

  static async start(): Promise<EmptyDns> {
    const socket = createSocket('udp4');
    const dns = new EmptyDns(socket);
    socket.on('message', (message, { port, address }) => {
      const answer = Buffer.from(message);
      answer.writeUInt16BE(0x8183, 2);
      if (!dns.isAway) socket.send(answer, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return dns;
  }

  /** For `DNS_SERVERS`. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }
}
