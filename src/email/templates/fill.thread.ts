import { BoundedMap } from '#libs/bounded-map';
import { serveTasks } from '#libs/worker-pool';
import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import type { MessageRef } from '../../links/tokens/link-tokens.js';
import type { RenderedEmail } from './rendered-email.dto.js';
import type { CompiledEmail } from './compiled-email.js';
import { encodeEmail, type Encoded } from './encoded-email.js';
import { beginStep, type FillCell } from './fill-progress.js';
import { type EmailLinks, type LinkedEmail, withLinks } from './linked-email.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import type { EmailScope } from './scope.js';

/** An email to be filled: the variables of its Liquid, and places in the lists of the same `FillOrder`. */
export interface FillJob {
  readonly template: number;
  readonly scope: EmailScope;
  /** Absent: the links stay as they are. */
  readonly links?: { readonly rules: number; readonly message: MessageRef } | undefined;
  /** Whether it says that it is a test. */
  readonly isTest: boolean;
}

export interface FillOrder {
  /** A key always means the same content. */
  readonly templates: readonly { readonly key: string; readonly compiled: CompiledEmail }[];
  readonly rules: readonly LinkRules[];
  readonly jobs: readonly FillJob[];
}

/** The email, or why it can't be made, without personal data. */
export type Filled = { readonly problem: string } | LinkedEmail;

export type Finished = { readonly problem: string } | Encoded;

/** A filled email for transfer between threads. Its parts are UTF-8 bytes, because strings would be copied twice. */
export type PackedEmail = Pick<RenderedEmail, 'subject' | 'bytes'> & { readonly html: Buffer; readonly text: Buffer };
export type Packed = { readonly problem: string } | (Omit<LinkedEmail, 'email'> & { readonly email: PackedEmail });

export interface FillTasks {
  /** Missing values are empty. */
  fill(order: FillOrder, cell: FillCell): readonly Packed[];
  /** As it is sent. */
  encode(order: FillOrder, cell: FillCell): readonly Finished[];
  /** A missing value is a problem. Null if the email can be made. */
  findProblems(order: FillOrder, cell: FillCell): readonly (string | null)[];
}

/** The number of templates in the cache. A template of 100 kB takes a few hundred kB when it is parsed. */
const MAX_TEMPLATES = 50;
const parsed = new BoundedMap<string, ParsedEmail>(MAX_TEMPLATES);

function parse(key: string, compiled: CompiledEmail): ParsedEmail {
  const known = parsed.get(key);
  if (known) return known;
  const email = ParsedEmail.of(compiled);
  parsed.set(key, email);
  return email;
}

/** What is made of one email. */
type Make<T> = (email: ParsedEmail, job: FillJob, links: EmailLinks | undefined) => T;

function doAll<T extends Pick<LinkedEmail, 'targets'>>(
  { templates, rules, jobs }: FillOrder,
  cell: FillCell,
  make: Make<T>,
): ({ readonly problem: string } | T)[] {
  const told = new Set<string>();
  const made = jobs.map((job, index): { readonly problem: string } | T => {
    const source = templates[job.template];
    if (!source) return { problem: 'the template is gone' };
    try {
      if (!parsed.has(source.key)) beginStep(cell, 'parse', index);
      const email = parse(source.key, source.compiled);
      beginStep(cell, 'fill', index);
      const rule = job.links && rules[job.links.rules];
      const one = make(email, job, rule && job.links && { rules: rule, message: job.links.message });
      return one.targets ? { ...one, targets: newOf(one.targets, told) } : one;
    } catch (error) {
      if (error instanceof BrokenEmail) return { problem: error.message };
      throw error;
    }
  });
  beginStep(cell, 'none');
  return made;
}

const fill: Make<LinkedEmail> = (email, { scope }, links) => {
  const filled = email.fillFor(scope);
  return links ? withLinks(filled, scope, links) : { email: filled };
};

type Targets = NonNullable<LinkedEmail['targets']>;

/** The targets that no email of the task has returned before: many emails have the same. */
function newOf(targets: Targets, told: Set<string>): Targets {
  const added = targets.filter(({ id }) => !told.has(id));
  for (const { id } of added) told.add(id);
  return added;
}

const pack = (filled: Filled): Packed => {
  if ('problem' in filled) return filled;
  const { subject, bytes, html, text } = filled.email;
  return { ...filled, email: { subject, bytes, html: Buffer.from(html), text: Buffer.from(text) } };
};

serveTasks({
  fill: (order, cell) => doAll(order, cell, fill).map(pack),
  encode: (order, cell) =>
    doAll(order, cell, (email, { scope, isTest }, links) => encodeEmail(email, { scope, links, isTest })),
  findProblems: (order, cell) =>
    doAll<LinkedEmail>(order, cell, (email, { scope }) => ({ email: email.fillFor(scope, true) })).map((one) =>
      'problem' in one ? one.problem : null,
    ),
} satisfies FillTasks);
