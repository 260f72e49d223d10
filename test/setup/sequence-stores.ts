import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { SequenceStore, type Person, step } from './sequence-store.js';
import { TestApp } from './test-app.js';

/** A service for one spec file that sends into a sink. Each test has a store and a sequence of its own. */
export interface SequenceStores {
  readonly app: TestApp;
  readonly sink: SmtpSink;
  /** The domain of the test's store. */
  readonly domain: string;
  /** The id of the test's sequence. */
  readonly id: string;
  /** Opens the store with these customers and a sequence, by default of one step. */
  open(people: Readonly<Record<string, Person>>, definition?: object): Promise<SequenceStore>;
}

/** Registers the hooks of the file; call it at the top level. */
export function sequenceStores(name: string, retrySeconds: number): SequenceStores {
  let app: TestApp;
  let sink: SmtpSink;
  let stores = 0;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    app = await TestApp.start({ SMTP_URL: sink.url, EMAIL_RETRY_SECONDS: String(retrySeconds) });
  });
  afterAll(async () => {
    await app?.stop();
    await sink?.stop();
  });
  beforeEach(() => {
    stores += 1;
  });
  return {
    get app() {
      return app;
    },
    get sink() {
      return sink;
    },
    get domain() {
      return `${name}${stores}.myshopify.com`;
    },
    get id() {
      return `${name}-${stores}`;
    },
    async open(people, definition = {}) {
      const store = await SequenceStore.start(app, sink, this.domain, people);
      await store.put(this.id, { steps: [step('one')], ...definition });
      return store;
    },
  };
}
