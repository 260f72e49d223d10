import type { Section } from './variable.js';
import { DATASTORES } from './variables/datastores.js';
import { EMAIL } from './variables/email.js';
import { IMAGES } from './variables/images.js';
import { OPERATORS } from './variables/operators.js';
import { PLATFORM_A, PLATFORM_B } from './variables/platforms.js';
import { PROCESS } from './variables/process.js';
import { SECRETS } from './variables/secrets.js';
import { TRACING } from './variables/tracing.js';

export const SECTIONS: readonly Section[] = [
  PROCESS,
  DATASTORES,
  SECRETS,
  OPERATORS,
  PLATFORM_A,
  PLATFORM_B,
  IMAGES,
  EMAIL,
  TRACING,
];

/** Every variable that the service reads. `npm run docs:write` generates three files from it. */
export const VARIABLES = {
  ...PROCESS.variables,
  ...DATASTORES.variables,
  ...SECRETS.variables,
  ...OPERATORS.variables,
  ...PLATFORM_A.variables,
  ...PLATFORM_B.variables,
  ...IMAGES.variables,
  ...EMAIL.variables,
  ...TRACING.variables,
};

export type VariableName = keyof typeof VARIABLES;
export type Values = { readonly [N in VariableName]: ReturnType<(typeof VARIABLES)[N]['type']['parse']> | undefined };
