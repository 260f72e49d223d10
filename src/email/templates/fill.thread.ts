import { serveTasks } from '#libs/worker-pool';
import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import type { MessageRef } from '../../links/tokens/link-tokens.js';
import type { RenderedEmail } from './rendered-email.dto.js';
import type { CompiledEmail } from './compiled-email.js';
import { beginStep, type FillCell } from './fill-progress.js';
import { type LinkedEmail, withLinks } from './linked-email.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import type { EmailScope } from './scope.js';

/** An email to be filled: the variables of its Liquid, and places in the lists of the same `FillOrder`. */
export interface FillJob {
  readonly template: number;
  readonly scope: EmailScope;
  /** Absent: the links stay as they are. */
  readonly links?: { readonly rules: number; readonly message: MessageRef } | undefined;
}

export interface FillOrder {
  /** A key always means the same content. */
  readonly templates: readonly { readonly key: string; readonly compiled: CompiledEmail }[];
  readonly rules: readonly LinkRules[];
  readonly jobs: readonly FillJob[];
}

/** The email, or why it can't be made, without personal data. */
export type Filled = { readonly problem: string } | LinkedEmail;

/** A filled email for transfer between threads. Its parts are UTF-8 bytes, because strings would be copied twice. */
export type PackedEmail = Pick<RenderedEmail, 'subject' | 'bytes'> & { readonly html: Buffer; readonly text: Buffer };
export type Packed = { readonly problem: string } | (Omit<LinkedEmail, 'email'> & { readonly email: PackedEmail });

export interface FillTasks {
  /** Missing values are empty. */
  fill(order: FillOrder, cell: FillCell): readonly Packed[];
  /** A missing value is a problem. Null if the email can be made. */
  findProblems(order: FillOrder, cell: FillCell): readonly (string | null)[];
}

/** The number of templates in the cache. A template of 100 kB takes a few hundred kB when it is parsed. */
const MAX_TEMPLATES = 50;
const parsed = new Map<string, ParsedEmail>();

function parse(key: string, compiled: CompiledEmail): ParsedEmail {
  const known = parsed.get(key);
  if (known) return known;
  const email = ParsedEmail.of(compiled);
  const [oldest] = parsed.keys();
  if (parsed.size >= MAX_TEMPLATES && oldest !== undefined) parsed.delete(oldest);
  parsed.set(key, email);
  return email;
}

function fillAll({ templates, rules, jobs }: FillOrder, strict: boolean, cell: FillCell): Filled[] {
  const told = new Set<string>();
  const filled = jobs.map(({ template, scope, links }, index): Filled => {
    const source = templates[template];
    if (!source) return { problem: 'the template is gone' };
    try {
      if (!parsed.has(source.key)) beginStep(cell, 'parse', index);
      const email = parse(source.key, source.compiled);
      beginStep(cell, 'fill', index);
      const filledOne = email.fillFor(scope, strict);
      const rule = links && rules[links.rules];
      if (!rule) return { email: filledOne };
      const linked = withLinks(filledOne, scope, { rules: rule, message: links.message });
      return { ...linked, targets: newOf(linked.targets, told) };
    } catch (error) {
      if (error instanceof BrokenEmail) return { problem: error.message };
      throw error;
    }
  });
  beginStep(cell, 'none');
  return filled;
}

/** The targets that no email of the task has returned before: many emails have the same. */
function newOf(targets: LinkedEmail['targets'] = [], told: Set<string>): NonNullable<LinkedEmail['targets']> {
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
  fill: (order, cell) => fillAll(order, false, cell).map(pack),
  findProblems: (order, cell) => fillAll(order, true, cell).map((one) => ('problem' in one ? one.problem : null)),
} satisfies FillTasks);
