import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PoolError, threadFile, WorkerPool } from '#libs/worker-pool';
import type { CompiledEmail } from './compiled-email.js';
import { abortWhenStalled, type FillCell, jobIn, newFillCell, Stalled } from './fill-progress.js';
import type { Filled, Finished, FillOrder, FillTasks, Packed } from './fill.thread.js';
import { FILL_MS, SECOND_FILL_MS } from './limits.js';
import type { EmailLinks } from './linked-email.js';
import type { EmailScope } from './scope.js';

/** An email to be filled. */
export interface FillRequest {
  /** The name of the template, whose content never changes. */
  readonly key: string;
  readonly compiled: CompiledEmail;
  readonly scope: EmailScope;
  /** Absent: the links stay as they are. Emails of one step share one object of rules. */
  readonly links?: EmailLinks | undefined;
  /** Whether an email that is sent says that it is a test. */
  readonly isTest?: boolean;
}

const HEAP_MB = 64;
/** Emails per task of the thread: many enough that a task costs little, few enough to repeat. */
const AT_ONCE = 50;
/**
 * A template that takes too much time or memory so many times, with no group of its emails filled in between, is given
 * up, because each time costs a thread.
 */
const MOST_STALLS = 10;
/** Limit of a whole task. Each step has a shorter limit of its own. */
const TASK_MS = 600_000;
const TOO_SLOW = `it takes longer than ${FILL_MS} ms to fill`;
const TOO_LARGE = `it takes more than ${HEAP_MB} MB to fill`;

type Run<T> = (order: FillOrder, cell: FillCell, signal: AbortSignal) => Promise<readonly T[]>;
type Outcome<T> = { readonly results: readonly T[] } | { readonly culprit: number; readonly problem: string };

/**
 * Fills emails in a thread of their own. An email that takes too long or too much memory ends the thread. This email is
 * tried again, alone, and if that fails too, it is reported as a problem. The other emails are filled by a new thread.
 */
@Injectable()
export class EmailFillerService implements OnApplicationShutdown {
  private readonly stalls = new Map<string, number>();
  private readonly pool = new WorkerPool<FillTasks>({
    name: 'emails',
    file: threadFile('src/email/templates/fill'),
    threads: 1,
    maxWaiting: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** The emails in the order of the requests. Missing values are empty. */
  fillEach(orders: readonly FillRequest[]): Promise<Filled[]> {
    return this.runAll<Filled>(
      orders,
      async (order, cell, signal) => {
        const packed = await this.pool.run('fill', [order, cell], { timeoutMs: TASK_MS, signal });
        return packed.map(unpack);
      },
      (problem) => ({ problem }),
    );
  }

  /** The emails as they are sent, in the order of the requests. Missing values are empty. */
  encodeEach(orders: readonly FillRequest[]): Promise<Finished[]> {
    return this.runAll<Finished>(
      orders,
      (order, cell, signal) => this.pool.run('encode', [order, cell], { timeoutMs: TASK_MS, signal }),
      (problem) => ({ problem }),
    );
  }

  /** Why each email can't be made, in the order of the requests; null if it can. A missing value is a problem. */
  findProblems(orders: readonly FillRequest[]): Promise<(string | null)[]> {
    return this.runAll<string | null>(
      orders,
      (order, cell, signal) => this.pool.run('findProblems', [order, cell], { timeoutMs: TASK_MS, signal }),
      (problem) => problem,
    );
  }

  private async runAll<T>(orders: readonly FillRequest[], run: Run<T>, failed: (problem: string) => T): Promise<T[]> {
    const results: T[] = Array.from({ length: orders.length }, () => failed(TOO_SLOW));
    const groups = inGroups([...orders.keys()]);
    const suspects = new Set<number>();
    for (let group = groups.shift(); group; group = groups.shift()) {
      const places = group.filter((place) => this.hasHope(orders[place]));
      const again = places.every((place) => suspects.has(place));
      const outcome = await runGroup(
        places.flatMap((place) => orders[place] ?? []),
        again ? SECOND_FILL_MS : FILL_MS,
        run,
      );
      if ('results' in outcome) {
        for (const [index, one] of outcome.results.entries()) results[places[index] ?? -1] = one;
        if (!again) for (const place of places) this.stalls.delete(orders[place]?.key ?? '');
        continue;
      }
      const culprit = places[outcome.culprit] ?? -1;
      results[culprit] = failed(outcome.problem);
      if (again) continue;
      this.countStall(orders[culprit]);
      const others = places.filter((place) => place !== culprit);
      groups.unshift([culprit], others);
      suspects.add(culprit);
    }
    return results;
  }

  private hasHope(order: FillRequest | undefined): boolean {
    return order !== undefined && (this.stalls.get(order.key) ?? 0) < MOST_STALLS;
  }

  private countStall(order: FillRequest | undefined): void {
    if (order) this.stalls.set(order.key, (this.stalls.get(order.key) ?? 0) + 1);
  }
}

function unpack(packed: Packed): Filled {
  if ('problem' in packed) return packed;
  const { subject, bytes, html, text } = packed.email;
  return { ...packed, email: { subject, bytes, html: html.toString(), text: text.toString() } };
}

async function runGroup<T>(orders: readonly FillRequest[], fillMs: number, run: Run<T>): Promise<Outcome<T>> {
  if (orders.length === 0) return { results: [] };
  const cell = newFillCell();
  const watch = abortWhenStalled(cell, fillMs);
  try {
    return { results: await run(handOver(orders), cell, watch.signal) };
  } catch (error) {
    const culprit = jobIn(cell);
    const problem = error instanceof Stalled ? TOO_SLOW : isTooLarge(error) ? TOO_LARGE : undefined;
    if (culprit === undefined || problem === undefined) throw error;
    return { culprit, problem };
  } finally {
    watch.stop();
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof PoolError && error.code === 'thread_out_of_memory';

function inGroups(places: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (let first = 0; first < places.length; first += AT_ONCE) groups.push(places.slice(first, first + AT_ONCE));
  return groups;
}

/** The task for the thread, with each template and each object of rules once. */
function handOver(orders: readonly FillRequest[]): FillOrder {
  const places = new Map<string, number>();
  const templates: FillOrder['templates'][number][] = [];
  const rules: LinkRules[] = [];
  const placeOf = (rule: LinkRules): number => {
    const at = rules.indexOf(rule);
    return at < 0 ? rules.push(rule) - 1 : at;
  };
  const jobs = orders.map(({ key, compiled, scope, links, isTest = false }) => {
    const place = places.get(key) ?? templates.push({ key, compiled }) - 1;
    places.set(key, place);
    return { template: place, scope, links: links && { rules: placeOf(links.rules), message: links.message }, isTest };
  });
  return { templates, rules, jobs };
}
