import { resolve } from 'node:path';
import { isSystemError } from './folder.js';
import { GeneratedSecrets } from './generated-secrets.js';
import { BadValue, type Type } from './types.js';
import type { Variable } from './variable.js';
import { type Values, type VariableName, VARIABLES } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** All mistakes of the environment, in one message. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The configuration has mistakes:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigurationError';
  }
}

/** The values of all variables, and one sentence for each mistake. */
export function readValues(environment: Environment, production: boolean): { values: Values; problems: string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  let refusal: Error | undefined;
  const dataDir = resolve(environment['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.fallback);
  const generated = new GeneratedSecrets(dataDir);
  for (const [name, variable] of Object.entries(VARIABLES) as [VariableName, Variable<unknown>][]) {
    const given = givenFor(name, variable, environment);
    if (!given && production && variable.required) problems.push(`${name} is missing`);
    try {
      if (given) values[name] = given.type.parse(given.text);
      else {
        const text = fallbackOf(name, variable, production, generated);
        if (text !== undefined) values[name] = variable.type.parse(text);
      }
    } catch (error) {
      if (isSystemError(error)) refusal ??= error;
      else if (error instanceof BadValue) problems.push(`${given?.name ?? name} ${error.message}`);
      else throw error;
    }
  }
  // Every secret that has to be generated fails in the same way.
  if (refusal) problems.push(`DATA_DIR: ${refusal.message}`);
  return { values: values as Values, problems };
}

/** The text in the environment, under the present name or else under the older one. */
function givenFor(
  name: string,
  { type, single }: Variable<unknown>,
  environment: Environment,
): { readonly name: string; readonly text: string; readonly type: Type<unknown> } | undefined {
  const candidates = [{ name, type }, ...(single ? [single] : [])];
  return candidates
    .map((candidate) => ({ ...candidate, text: environment[candidate.name]?.trim() ?? '' }))
    .find(({ text }) => text !== '');
}

function fallbackOf(
  name: VariableName,
  { fallback, required, single }: Variable<unknown>,
  production: boolean,
  generated: GeneratedSecrets,
): string | undefined {
  if (typeof fallback === 'string') return fallback;
  if (fallback === undefined || (production && required)) return undefined;
  // The file keeps the older name, so that a data folder from before the lists still works.
  return generated.get(single?.name ?? name, fallback.generated);
}
