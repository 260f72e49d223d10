import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import type { Subject } from '../../src/personal-data/person.js';
import { median } from '../support/table.js';
import { timed } from '../support/timed.js';
import { ask, expectDone, work } from './persons.js';

/** The medians of persons who are erased one at a time. */
export interface Alone {
  readonly ms: number;
  /** Round trips to Postgres, those that begin and end transactions included. */
  readonly statements: number;
  readonly commits: number;
}

/** Erases each person by a request of its own, one after the other. */
export async function eraseAlone(app: NestFastifyApplication, persons: readonly Subject[]): Promise<Alone> {
  const all: Alone[] = [];
  for (const person of persons) {
    const ids = await ask(app, [person]);
    const texts = listen();
    const ms = await timed(() => work(app, ids));
    const heard = texts.end();
    await expectDone(app, ids);
    all.push({ ms, statements: heard.length, commits: heard.filter((text) => text.startsWith('COMMIT')).length });
  }
  const middle = (key: keyof Alone): number => median(all.map((one) => one[key]));
  return { ms: middle('ms'), statements: middle('statements'), commits: middle('commits') };
}

/** Collects the texts of the statements that this process sends to Postgres, until the end. */
function listen(): { end: () => string[] } {
  const texts: string[] = [];
  const client = pg.Client.prototype;
  const query = Reflect.get(client, 'query') as (...given: unknown[]) => unknown;
  const heard = new Proxy(query, {
    apply: (target, self, given: unknown[]): unknown => {
      const [first] = given;
      texts.push(typeof first === 'string' ? first : String((first as { text?: unknown }).text));
      return Reflect.apply(target, self, given);
    },
  });
  Reflect.set(client, 'query', heard);
  return {
    end: () => {
      Reflect.set(client, 'query', query);
      return texts;
    },
  };
}
