import {
  type Context,
  type Emitter,
  Output,
  type Scope,
  type Template,
  type Token,
  TokenKind,
  toValueSync,
} from 'liquidjs';

/** `{{ customer.name }}`, also with a default and nothing else. */
const SIMPLE = /^\{\{-?\s*([a-z]\w*(?:\.[a-z]\w*)*)\s*(?:\|\s*default:[^|]*)?-?\}\}$/i;
const LITERALS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);
const TO_ESCAPE = /[&<>"']/;

/** Writes what a template outside of loops has to write; false where the library has to. */
type Write = (context: Context, emitter: Emitter) => boolean;

const quick = new WeakMap<Template, Write>();

/**
 * Lets texts, and outputs that only name a value, write at once. The library runs generators for each one, which takes
 * most of the time of filling an email. Whatever is not plain text or a number goes the library's way: missing values,
 * strict variables, and characters to escape.
 */
export function quicken(templates: Iterable<Template>): void {
  for (const template of templates) {
    const { token } = template;
    if (isText(token)) quickenText(template, token.getContent());
    else if (template instanceof Output) quickenOutput(template);
    else if (template.children) quicken(toValueSync(template.children(false, true)));
  }
}

/** False where the library has to write the template, which must not be part of a loop. */
export const writeQuickly = (template: Template, context: Context, emitter: Emitter): boolean =>
  quick.get(template)?.(context, emitter) ?? false;

/** A text between tags. */
export const isText = (token: Token): token is Token & { getContent(): string } => token.kind === TokenKind.HTML;

function quickenText(template: Template, text: string): void {
  const write = (_: Context, emitter: Emitter): true => {
    emitter.write(text);
    return true;
  };
  quick.set(template, write);
  template.render = (context, emitter) => void write(context, emitter) as never;
}

function quickenOutput(output: Output): void {
  const [, path = ''] = SIMPLE.exec(output.token.getText()) ?? [];
  if (path === '' || LITERALS.has(path)) return;
  const keys = path.split('.');
  const usual = output.render.bind(output);
  quick.set(output, (context, emitter) => writeValue(readOutside(context, keys), context, emitter));
  output.render = (context, emitter) => {
    const isDone = !context.strictVariables && writeValue(context.getSync(keys), context, emitter);
    return isDone ? (undefined as never) : usual(context, emitter);
  };
}

function writeValue(value: unknown, context: Context, emitter: Emitter): boolean {
  const isPlain = typeof value === 'string' && value !== '' && !TO_ESCAPE.test(value);
  if (!isPlain && typeof value !== 'number') return false;
  const text = String(value);
  context.memoryLimit.use(text.length);
  emitter.write(text);
  return true;
}

/** As the library reads it outside of loops: there only `assign` and its like hide a variable. */
function readOutside(context: Context, keys: readonly string[]): unknown {
  const hiding = context.bottom();
  let value = (keys[0] ?? '') in hiding ? hiding : context.environments;
  for (const key of keys) value = context.readProperty(value, key) as Scope;
  return value;
}
