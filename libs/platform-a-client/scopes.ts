/** A list of scopes, or the comma-separated text of the wire. */
export type Scopes = string | readonly string[];

/** The read scope that platform A grants together with a write scope: write_x includes read_x, also with a prefix. */
function impliedBy(scope: string): string | undefined {
  const match = /^(unauthenticated_)?write_(.+)$/.exec(scope);
  return match ? `${match[1] ?? ''}read_${match[2]}` : undefined;
}

function toSet(scopes: Scopes): Set<string> {
  const list = typeof scopes === 'string' ? scopes.split(',') : scopes;
  return new Set(list.map((scope) => scope.trim()).filter((scope) => scope !== ''));
}

/** The scopes to request: without duplicates, and without scopes that another one includes. */
export function compressScopes(scopes: Scopes): string[] {
  const set = toSet(scopes);
  const implied = new Set([...set].map(impliedBy));
  return [...set].filter((scope) => !implied.has(scope));
}

/** The scopes with all that they include, each once. */
export function expandScopes(scopes: Scopes): string[] {
  const all = [...toSet(scopes)].flatMap((scope) => [scope, impliedBy(scope) ?? scope]);
  return [...new Set(all)];
}

/** The requested scopes that a grant does not cover. A granted write_x covers read_x. */
export function missingScopes(granted: Scopes, requested: Scopes): string[] {
  const set = toSet(granted);
  const covered = new Set([...set].flatMap((scope) => [scope, impliedBy(scope)]));
  return [...toSet(requested)].filter((scope) => !covered.has(scope));
}
