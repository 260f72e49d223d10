/** A list of scopes, or the comma-separated text of the wire. */
export type Scopes = string | readonly string[];

/** What platform A grants along with a scope: write_x brings read_x, unauthenticated_write_x its reading twin. */
function impliedBy(scope: string): string | undefined {
  const match = /^(unauthenticated_)?write_(.+)$/.exec(scope);
  return match ? `${match[1] ?? ''}read_${match[2]}` : undefined;
}

function toSet(scopes: Scopes): Set<string> {
  const list = typeof scopes === 'string' ? scopes.split(',') : scopes;
  return new Set(list.map((scope) => scope.trim()).filter((scope) => scope !== ''));
}

/** The scopes without repeats and without those that another one of them implies; this is what is asked for. */
export function compressScopes(scopes: Scopes): string[] {
  const set = toSet(scopes);
  const implied = new Set([...set].map(impliedBy));
  return [...set].filter((scope) => !implied.has(scope));
}

/** The requested scopes that a grant does not cover, after write_x implies read_x. */
export function missingScopes(granted: Scopes, requested: Scopes): string[] {
  const set = toSet(granted);
  const covered = new Set([...set].flatMap((scope) => [scope, impliedBy(scope)]));
  return [...toSet(requested)].filter((scope) => !covered.has(scope));
}
