/** Texts of several codes each, in one language. */
interface Alike {
  /** The page sent what the service can't read. */
  readonly fault: string;
  /** The service is busy. */
  readonly soon: string;
  /** The sign-in no longer holds. */
  readonly signIn: string;
  /** The operators of the service have to mend it. */
  readonly service: string;
  readonly imageAgain: string;
}

/** The texts of refusals that read alike, by code. */
export const alike = ({ fault, soon, signIn, service, imageAgain }: Alike) => ({
  'problem.address_too_long': fault,
  'problem.headers_too_large': fault,
  'problem.malformed_idempotency_key': fault,
  'problem.malformed_query': fault,
  'problem.malformed_request': fault,
  'problem.method_not_allowed': fault,
  'problem.missing_header': fault,
  'problem.several_credentials': fault,
  'problem.unsupported_media_type': fault,
  'problem.idempotency_key_reused': fault,
  'problem.csrf_refused': fault,
  'problem.datastore_unavailable': soon,
  'problem.redis_unavailable': soon,
  'problem.service_unavailable': soon,
  'problem.templates_busy': soon,
  'problem.too_much_at_once': soon,
  'problem.request_too_slow': soon,
  'problem.idempotency_key_in_use': soon,
  'problem.invalid_code': signIn,
  'problem.invalid_token': signIn,
  'problem.not_authenticated': signIn,
  'problem.token_required': signIn,
  'problem.sign_in_refused': signIn,
  'problem.full_access_required': signIn,
  'problem.internal_error': service,
  'problem.platform_not_configured': service,
  'problem.oidc_not_configured': service,
  'problem.image_provider_refused': service,
  'problem.image_storage_full': service,
  'problem.image_given_up': imageAgain,
  'problem.image_not_drawn': imageAgain,
  'problem.image_provider_bad_answer': imageAgain,
  'problem.image_provider_unavailable': imageAgain,
  'problem.image_storage_unavailable': imageAgain,
});
