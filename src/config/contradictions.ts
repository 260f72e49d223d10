import { ALL_SECRETS, sharedSecrets, TOKEN_SECRETS } from './secret-strength.js';
import type { Values } from './variables.js';

/** Mistakes in how variables fit together. Development may use one secret twice, but not for two kinds of token. */
export function contradictions(values: Values, production: boolean): string[] {
  const problems = sharedSecrets(values, production ? ALL_SECRETS : TOKEN_SECRETS);
  if ((values.PLATFORM_A_CLIENT_ID === undefined) !== (values.PLATFORM_A_CLIENT_SECRETS === undefined)) {
    problems.push('PLATFORM_A_CLIENT_ID and PLATFORM_A_CLIENT_SECRETS belong together: set both or none');
  }
  if ((values.PLATFORM_B_CLIENT_ID === undefined) !== (values.PLATFORM_B_CLIENT_SECRETS === undefined)) {
    problems.push('PLATFORM_B_CLIENT_ID and PLATFORM_B_CLIENT_SECRETS belong together: set both or none');
  }
  if (values.IMAGE_PROVIDER === 'openai' && values.OPENAI_API_KEY === undefined) {
    problems.push('IMAGE_PROVIDER is openai and OPENAI_API_KEY is missing');
  }
  if (values.OPERATIONS_PORT && values.OPERATIONS_PORT === values.PORT) {
    problems.push('OPERATIONS_PORT must not be PORT');
  }
  const oidc = [values.OIDC_ISSUER, values.OIDC_CLIENT_ID, values.OIDC_OPERATORS];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_OPERATORS belong together: set all or none');
  }
  const dkim = [values.DKIM_DOMAIN, values.DKIM_SELECTOR, values.DKIM_PRIVATE_KEY];
  if (dkim.some(Boolean) && !dkim.every(Boolean)) {
    problems.push('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together: set all or none');
  }
  return problems;
}
