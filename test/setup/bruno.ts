import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import lang, { type BrunoRequest } from '@usebruno/lang';

/** A request of a collection, with its place in it. */
export interface PlacedRequest {
  readonly place: string;
  readonly request: BrunoRequest;
}

/** The requests of a collection in the order in which Bruno runs them. */
export function requestsIn(collection: string): PlacedRequest[] {
  const folders = readdirSync(collection, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'environments',
  );
  const read = (...path: string[]) => lang.bruToJsonV2(readFileSync(join(collection, ...path), 'utf8'));
  return folders
    .map(({ name }) => ({ name, seq: Number(read(name, 'folder.bru').meta.seq) }))
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ name }) =>
      readdirSync(join(collection, name))
        .filter((file) => file.endsWith('.bru') && file !== 'folder.bru')
        .map((file) => ({ place: `${name}/${file}`, request: read(name, file) }))
        .toSorted((a, b) => Number(a.request.meta.seq) - Number(b.request.meta.seq)),
    );
}

/** The names of the variables in an environment file. */
export const variablesOf = (file: string): string[] =>
  lang.bruToEnvJsonV2(readFileSync(file, 'utf8')).variables.map(({ name }) => name);

/** Sends a request, and keeps the values that it names. Returns what its assertions say against the answer. */
export async function send({ request }: PlacedRequest, variables: Map<string, string>): Promise<string[]> {
  const { http, auth, body, vars, assertions = [] } = request;
  if (!http) throw new Error('the file has no request');
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`nothing has set {{${name}}}`);
      return value;
    });
  const answer = await fetch(filled(http.url), {
    method: http.method.toUpperCase(),
    headers: {
      ...(http.auth === 'bearer' ? { authorization: `Bearer ${filled(auth?.bearer?.token ?? '')}` } : {}),
      ...(http.body === 'json' ? { 'content-type': 'application/json' } : {}),
    },
    ...(http.body === 'json' ? { body: filled(body?.json ?? '') } : {}),
  });
  const res = { status: answer.status, body: await answer.json() };
  for (const { name, value } of vars?.res ?? []) {
    const found = valueAt(res, value);
    if (typeof found === 'string') variables.set(name, found);
  }
  return assertions.flatMap(({ name, value }) => {
    const found = valueAt(res, name);
    return holds(found, value) ? [] : [`${name} ${value}, but it is ${JSON.stringify(found ?? res.body)}`];
  });
}

/** `res.body.items[0].id` */
function valueAt(res: unknown, expression: string): unknown {
  const [root, ...keys] = expression.match(/\w+/g) ?? [];
  if (root !== 'res' || !/^res(\.\w+|\[\d+\])*$/.test(expression)) throw new Error(`can not read ${expression}`);
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], res);
}

function holds(found: unknown, assertion: string): boolean {
  const [, operator = '', operand = ''] = /^(\w+) ?(.*)$/.exec(assertion) ?? [];
  switch (operator) {
    case 'eq':
      return String(found) === operand;
    case 'in':
      return operand.slice(1, -1).split(', ').includes(String(found));
    case 'isArray':
      return Array.isArray(found);
    case 'isString':
      return typeof found === 'string';
    case 'isNumber':
      return typeof found === 'number';
    default:
      throw new Error(`can not judge ${assertion}`);
  }
}
