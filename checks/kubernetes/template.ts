import { stringify } from 'yaml';

/**
 * Reads the part of Helm's template language that our chart uses: values, variables, `if`, `else`, `range`, `define`,
 * `include`, and the functions `default`, `quote`, `nindent` and `toYaml`. Everything else is an error, so that the
 * chart stays in this part. It is no replacement for Helm.
 */
export type Values = Readonly<Record<string, unknown>>;

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'show'; readonly expression: string }
  | { readonly kind: 'if'; readonly expression: string; readonly body: Node[]; readonly otherwise: Node[] }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly expression: string; readonly each: Node[] }
  | { readonly kind: 'define'; readonly name: string; readonly body: Node[] };

interface Scope {
  readonly dot: unknown;
  readonly variables: Values;
  readonly defined: ReadonlyMap<string, Node[]>;
}

const ACTION = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs;

/** The text of all templates of a chart, each with its values. */
export function render(templates: readonly string[], root: Values): string {
  const trees = templates.map((template) => parse(template));
  const defined = new Map(trees.flat().flatMap((node) => (node.kind === 'define' ? [[node.name, node.body]] : [])));
  return trees.map((nodes) => write(nodes, { dot: root, variables: { $: root }, defined })).join('\n');
}

type Piece = { readonly text: string } | { readonly action: string };

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  for (const match of template.matchAll(ACTION)) {
    const [whole, before = '', action = '', after = ''] = match;
    pieces.push({ text: trimmed(template.slice(at, match.index), trims, before !== '') }, { action });
    at = match.index + whole.length;
    trims = after !== '';
  }
  return [...pieces, { text: trimmed(template.slice(at), trims, false) }];
}

const trimmed = (text: string, start: boolean, end: boolean): string => {
  const begun = start ? text.trimStart() : text;
  return end ? begun.trimEnd() : begun;
};

function parse(template: string): Node[] {
  const pieces = piecesOf(template);
  const [nodes, end] = block(pieces);
  if (end !== undefined) throw new Error(`{{ ${end} }} without a beginning`);
  return nodes;
}

/** The nodes up to `end` or `else`, which it answers too. */
function block(pieces: Piece[]): [Node[], string | undefined] {
  const nodes: Node[] = [];
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    if ('text' in piece) nodes.push({ kind: 'text', text: piece.text });
    else if (piece.action === 'end' || piece.action === 'else') return [nodes, piece.action];
    else nodes.push(nodeOf(piece.action, pieces));
  }
  return [nodes, undefined];
}

function nodeOf(action: string, pieces: Piece[]): Node {
  const [word = '', ...rest] = action.split(/\s+/);
  const expression = rest.join(' ');
  if (word === 'if') {
    const [body, end] = block(pieces);
    if (end === undefined) throw new Error('a block has no end');
    const otherwise = end === 'else' ? closed(pieces) : [];
    return { kind: 'if', expression, body, otherwise };
  }
  if (word === 'range') {
    const [, key = '', value = '', list = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(expression) ?? [];
    if (list === '') throw new Error(`range needs a name and a value: ${action}`);
    return { kind: 'range', names: [key, value], expression: list, each: closed(pieces) };
  }
  if (word === 'define') return { kind: 'define', name: JSON.parse(expression) as string, body: closed(pieces) };
  return { kind: 'show', expression: action };
}

function closed(pieces: Piece[]): Node[] {
  const [nodes, end] = block(pieces);
  if (end !== 'end') throw new Error('a block has no end');
  return nodes;
}

const write = (nodes: readonly Node[], scope: Scope): string => nodes.map((node) => written(node, scope)).join('');

function written(node: Node, scope: Scope): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'show':
      return shown(evaluate(node.expression, scope));
    case 'if':
      return write(isTrue(evaluate(node.expression, scope)) ? node.body : node.otherwise, scope);
    case 'define':
      return '';
    case 'range': {
      const [key = '', value = ''] = node.names;
      const entries = Object.entries((evaluate(node.expression, scope) ?? {}) as Values);
      // Go walks maps in the order of their keys.
      const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
      return sorted
        .map(([name, each]) =>
          write(node.each, { ...scope, dot: each, variables: { ...scope.variables, [key]: name, [value]: each } }),
        )
        .join('');
    }
  }
}

function evaluate(expression: string, scope: Scope): unknown {
  let piped: readonly unknown[] = [];
  for (const command of expression.split(' | ')) {
    const [word = '', ...rest] = command.match(/"[^"]*"|\S+/g) ?? [];
    const values = [...rest.map((each) => operand(each, scope)), ...piped];
    piped = [values.length > 0 ? applied(word, values, scope) : operand(word, scope)];
  }
  return piped[0];
}

function applied(name: string, values: readonly unknown[], scope: Scope): unknown {
  const [first, second] = values;
  switch (name) {
    case 'default':
      return isTrue(second) ? second : first;
    case 'quote':
      return JSON.stringify(shown(first));
    case 'nindent':
      return `\n${shown(second).replaceAll(/^/gm, ' '.repeat(Number(first)))}`;
    case 'toYaml':
      return stringify(first, { sortMapEntries: true }).trimEnd();
    case 'include': {
      const body = scope.defined.get(shown(first));
      if (!body) throw new Error(`no template has the name ${shown(first)}`);
      return write(body, { ...scope, dot: second, variables: { $: second } });
    }
    default:
      throw new Error(`the chart uses the function ${name}, which its reader does not know`);
  }
}

function operand(word: string, { dot, variables }: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^\d+$/.test(word)) return Number(word);
  const [, variable = '', path = ''] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(word) ?? [];
  if (variable === '' && path === '') throw new Error(`the chart uses ${word}, which its reader does not know`);
  const start = variable === '' ? dot : variables[variable];
  return path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Values | undefined)?.[key], start);
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null) throw new Error('the chart shows a value that is missing');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isTrue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
