import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../setup/wait-for.js';

interface Upstream {
  readonly url: string;
  underWay: number;
  answered: number;
}

/** A proxy that shares requests among processes in turn, and repeats none: what a process refuses, the caller sees. */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly upstreams: Upstream[] = [];
  private turn = 0;
  private nextSlot = 0;

  private constructor(
    private readonly server: Server,
    private readonly perSecond: number,
  ) {}

  static async start(perSecond: number): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server, perSecond);
    server.on('request', (incoming, answer) => void balancer.pass(incoming, answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(url: string): Upstream {
    const upstream = { url, underWay: 0, answered: 0 };
    this.upstreams.push(upstream);
    return upstream;
  }

  /** Sends no further requests there. Resolves when those under way are answered. */
  async drain(upstream: Upstream): Promise<void> {
    this.upstreams.splice(this.upstreams.indexOf(upstream), 1);
    await waitFor(() => upstream.underWay === 0);
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    await this.slot();
    const upstream = this.upstreams[(this.turn += 1) % this.upstreams.length];
    if (!upstream) return void answer.writeHead(503).end();
    upstream.underWay += 1;
    const { method, headers } = incoming;
    const outgoing = request(`${upstream.url}${incoming.url}`, { method, headers, agent: this.agent });
    outgoing.on('response', (response) => {
      upstream.answered += 1;
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.writeHead(502).end());
    answer.on('close', () => (upstream.underWay -= 1));
    incoming.pipe(outgoing);
  }

  /** Spreads requests evenly, so that the load is the same on every machine. */
  private async slot(): Promise<void> {
    const now = Date.now();
    this.nextSlot = Math.max(now, this.nextSlot + 1_000 / this.perSecond);
    if (this.nextSlot > now) await pause(this.nextSlot - now);
  }
}
