import { replaceTags } from '../liquid.js';

/** A part of a body: Markdown between blocks, or a block. `line` is the author's, from 1. */
export interface Part {
  readonly kind: 'text' | BlockName;
  /** What follows the name in the first line. */
  readonly options: string;
  /** Markdown; of a block without its first and last line. */
  readonly text: string;
  readonly line: number;
}

export const BLOCKS = ['hero', 'offer', 'button', 'products', 'columns', 'footer'] as const;
export type BlockName = (typeof BLOCKS)[number];

/** The names that authors write, and the lists in the scope. */
export const SOURCES = {
  'last-order': 'lastOrder',
  new: 'new',
  'price-drop': 'priceDrop',
  'back-in-stock': 'backInStock',
  bestsellers: 'bestsellers',
} as const;
export type SourceName = keyof typeof SOURCES;
export const isSource = (name: string): name is SourceName => Object.hasOwn(SOURCES, name);

const MOST_PRODUCTS = 12;
const OPENING = /^ {0,3}:::[ \t]*([a-z][\w-]*)(?:[ \t]+(.*\S))?[ \t]*$/i;
const CLOSING = /^ {0,3}:::[ \t]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

type Read = { readonly parts: readonly Part[] } | { readonly problem: string };

/** The parts of a body in their order, or the first mistake with its line. */
export function readParts(body: string): Read {
  const parts: Part[] = [];
  let open: { kind: Part['kind']; options: string; line: number } = { kind: 'text', options: '', line: 1 };
  let lines: string[] = [];
  let isCode = false;
  const close = (next: typeof open): void => {
    if (open.kind !== 'text' || lines.some((line) => line.trim() !== '')) {
      parts.push({ ...open, text: lines.join('\n') });
    }
    [open, lines] = [next, []];
  };
  for (const [index, line] of body.split(/\r?\n/).entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    const number = index + 1;
    const [, name] = OPENING.exec(line) ?? [];
    if (isCode) lines.push(line);
    else if (name !== undefined) {
      const block = blockOf(name);
      if (block === undefined) {
        return { problem: `unknown block ${name}; there are ${BLOCKS.join(', ')}, line:${number}` };
      }
      if (open.kind !== 'text') {
        return { problem: `:::${name} within :::${open.kind}: end that with :::, line:${number}` };
      }
      close({ kind: block, options: OPENING.exec(line)?.[2] ?? '', line: number });
      const problem = optionProblem(block, open.options);
      if (problem !== undefined) return { problem: `${problem}, line:${number}` };
    } else if (CLOSING.test(line)) {
      if (open.kind === 'text') return { problem: `::: ends no block, line:${number}` };
      close({ kind: 'text', options: '', line: number + 1 });
    } else lines.push(line);
  }
  if (open.kind !== 'text') return { problem: `:::${open.kind} has no end; end it with :::, line:${open.line}` };
  close({ kind: 'text', options: '', line: 0 });
  return { parts };
}

const blockOf = (name: string): BlockName | undefined => BLOCKS.find((known) => known === name.toLowerCase());

function optionProblem(block: BlockName, options: string): string | undefined {
  if (block === 'products') {
    const read = productOptions(options);
    return 'problem' in read ? read.problem : undefined;
  }
  if (block === 'button') return /["<>\s]/.test(withoutLiquid(options)) ? 'the target is no address' : undefined;
  return options === '' ? undefined : `:::${block} takes nothing after its name`;
}

const withoutLiquid = (text: string): string =>
  replaceTags(
    text,
    () => '',
    (rest) => rest,
  );

/** `source=last-order count=4`. */
export function productOptions(
  options: string,
): { readonly source: SourceName; readonly count: number } | { readonly problem: string } {
  const given = new Map<string, string>();
  for (const pair of options.split(/\s+/).filter(Boolean)) {
    const [key = '', value = ''] = pair.split('=');
    if (key !== 'source' && key !== 'count') return { problem: `:::products takes source and count, not ${key}` };
    given.set(key, value);
  }
  const source = given.get('source') ?? 'last-order';
  if (!isSource(source)) {
    return { problem: `:::products has no source ${source}; there are ${Object.keys(SOURCES).join(', ')}` };
  }
  const count = given.get('count') ?? '4';
  if (!/^\d{1,2}$/.test(count) || Number(count) < 1 || Number(count) > MOST_PRODUCTS) {
    return { problem: `count of :::products must be 1 to ${MOST_PRODUCTS}` };
  }
  return { source, count: Number(count) };
}
