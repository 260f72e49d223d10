import { claimName, issuer, list, text, words } from '../types.js';
import type { Section } from '../variable.js';

export const OPERATORS = {
  title: 'Operators',
  about: `Operators may sign in to the studio with an account of their company, through any provider of OpenID Connect. Without
    these settings they sign in with an admin token. docs/operations/operators.md has the steps.`,
  variables: {
    OIDC_ISSUER: {
      type: issuer,
      about: `The issuer of the accounts, exactly as the provider writes it, for example https://login.example.com/realms/staff. The
        service reads everything else from its /.well-known/openid-configuration. Production requires https.`,
    },
    OIDC_CLIENT_ID: {
      type: text,
      about: `The id of this service at the provider. Register PUBLIC_URL/dashboard/oidc/callback as its only redirect address.`,
    },
    OIDC_CLIENT_SECRET: {
      type: text,
      about: 'The secret of this service at the provider. A public client has none: PKCE protects every sign-in.',
    },
    OIDC_AUDIENCE: {
      type: text,
      about: 'An audience that every ID token must name besides OIDC_CLIENT_ID.',
      otherwise: 'OIDC_CLIENT_ID alone',
    },
    OIDC_SCOPES: {
      type: words,
      about: 'The scopes that a sign-in asks for. Some providers send groups only with a scope of their own.',
      fallback: 'openid email',
    },
    OIDC_OPERATOR_CLAIM: {
      type: claimName,
      about: `The claim of the ID token that says who is an operator, for example groups. It may hold a text or a list of texts. An
        email counts only if the token says that it is verified.`,
      fallback: 'sub',
    },
    OIDC_OPERATORS: {
      type: list('values'),
      about:
        'The values of OIDC_OPERATOR_CLAIM that make somebody an operator. Nobody else who has an account gets in.',
    },
  },
} as const satisfies Section;
