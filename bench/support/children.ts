import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A child gets only these variables of the environment, so that every run is the same. */
const ENVIRONMENT = { NODE_ENV: 'production' };

/** A child process that answers one message at a time. */
export class Child<Request extends object, Answer> {
  private constructor(private readonly child: ChildProcess) {}

  static start<Request extends object, Answer>(entry: URL): Child<Request, Answer> {
    return new Child(fork(entry, { env: ENVIRONMENT, execArgv: [] }));
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the child process did not start');
    return this.child.pid;
  }

  /** Rejects when the child ends without an answer. */
  async ask(request: Request): Promise<Answer> {
    const ended = new AbortController();
    try {
      const answer = once(this.child, 'message', { signal: ended.signal });
      const death = once(this.child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`${this.child.spawnfile} ended (${String(code)}) before it answered`);
      });
      this.child.send(request);
      const [message] = (await Promise.race([answer, death])) as [Answer];
      return message;
    } finally {
      ended.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}

/** The child's side: answers each message of the parent with the result of `work`. */
export function answerParent<Request, Answer>(work: (request: Request) => Promise<Answer> | Answer): void {
  process.on('message', (request: Request) => {
    Promise.resolve()
      .then(() => work(request))
      .then(
        (answer) => process.send?.(answer),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  });
  process.on('disconnect', () => process.exit(0));
}
