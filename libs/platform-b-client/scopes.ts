const READ_ONLY = '_read_only';

/** The needed scopes that a grant lacks. Both texts are separated by spaces. `x` includes `x_read_only`. */
export function missingScopes(granted: string, needed: string): string[] {
  const have = new Set(split(granted));
  const covered = (scope: string): boolean =>
    have.has(scope) || (scope.endsWith(READ_ONLY) && have.has(scope.slice(0, -READ_ONLY.length)));
  return [...new Set(split(needed))].filter((scope) => !covered(scope));
}

function split(scopes: string): string[] {
  return scopes.split(/\s+/).filter((scope) => scope !== '');
}
