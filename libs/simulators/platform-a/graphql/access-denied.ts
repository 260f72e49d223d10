import { GraphQLError } from 'graphql';
import { grants } from './subscription-fields.js';

export const accessDenied = (scope: string, field: string): GraphQLError =>
  new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: `\`${scope}\` access scope.` },
  });

/** The field where the token has the scope; otherwise one that refuses. */
export const guardedBy =
  (scopes: readonly string[]) =>
  <A, R>(scope: string, field: string, resolve: (args: A) => R) =>
  (args: A): R => {
    if (!grants(scopes, scope)) throw accessDenied(scope, field);
    return resolve(args);
  };
