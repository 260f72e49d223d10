import { notFound } from '#libs/kernel';
import type { ProblemPage } from './operations.dto.js';

/** Every `code` of an error: its HTTP status, what it means and what to do. A test holds the list to the sources. */
export const PROBLEM_CODES: Readonly<Record<string, readonly [status: number, meaning: string, remedy: string]>> = {
  access_denied: [400, 'The merchant declined the installation.', 'Start the installation again from the platform.'],
  address_too_long: [414, 'The address of the request is longer than the service takes.', 'Shorten the address.'],
  already_running: [
    409,
    'A live run of the sequence for the same audience is under way; `executionId` names it.',
    'Wait until that execution has ended, or cancel it.',
  ],
  body_too_large: [
    413,
    'The body is larger than this address takes; `detail` names the limit.',
    'Send a smaller body, or several requests.',
  ],
  customer_erased: [
    403,
    'The store had the customer erased. Nothing of the customer is kept, and no session can be opened.',
    'Do not retry.',
  ],
  customer_not_logged_in: [
    401,
    'The proof is valid, but no customer is logged in at the store.',
    'Let the customer log in at the store, then send a new proof.',
  ],
  datastore_unavailable: [
    503,
    'Postgres or Redis does not answer. Nothing of the request was kept.',
    'Send the request again after `Retry-After` seconds.',
  ],
  delivery_emptied: [
    409,
    'The body of the delivery was emptied, for its age or for privacy, so it cannot be replayed.',
    'Do not retry. `POST /admin/retailers/{id}/reconcile` reads from the store what changed recently.',
  ],
  delivery_pending: [
    409,
    'The delivery still waits to be processed, so there is nothing to replay.',
    'Wait until its status is no longer `pending`.',
  ],
  email_reports_not_configured: [
    503,
    'This installation has no EMAIL_WEBHOOK_SECRETS, so it takes no reports about emails.',
    'Set EMAIL_WEBHOOK_SECRETS.',
  ],
  empty_body: [400, 'The webhook has no body; the body is what the signature signs.', 'Send the body.'],
  execution_over: [409, 'The execution has ended, so there is nothing to cancel.', 'Do not retry.'],
  export_expired: [
    410,
    'The export is gone: it expired, or the person or the store was erased.',
    'Ask the platform for a new data request.',
  ],
  export_pending: [409, 'The export is still being made.', 'Ask again in a moment.'],
  full_access_required: [
    403,
    'The admin token is valid but lacks the claim `fullAccess: true`.',
    'Make a token with `npm run token -- admin`.',
  ],
  headers_too_large: [431, 'The headers are larger than 16 kB together.', 'Send fewer or shorter headers.'],
  idempotency_key_in_use: [
    409,
    'The first request with this `Idempotency-Key` is still running.',
    'Ask again after `Retry-After` seconds.',
  ],
  idempotency_key_reused: [
    422,
    'The `Idempotency-Key` was used with another body.',
    'Use a new key for a new request.',
  ],
  image_budget_spent: [
    429,
    "The retailer's image budget of this month has no room for another call of the provider.",
    'Wait for the next month, or raise the budget.',
  ],
  image_given_up: [
    500,
    'The image was begun several times, and the process ended each time.',
    "Ask again. If it happens again, look for the image's id in the log.",
  ],
  image_not_drawn: [
    500,
    'Drawing the image took too long, needed too much memory or crashed, several times.',
    "Ask again. If it happens again, look for the image's id in the log.",
  ],
  image_provider_bad_answer: [502, 'The image provider answered without a usable image.', 'Ask again.'],
  image_provider_outcome_unknown: [
    502,
    'The call of the image provider broke off and may have been paid for, so the service does not repeat it.',
    'Ask again if paying again is acceptable.',
  ],
  image_provider_refused: [
    503,
    "The image provider refuses the service's key, model or quota.",
    'The operator of the service has to correct the key, the model or the quota.',
  ],
  image_provider_unavailable: [503, 'The image provider does not answer or has no room.', 'Ask again later.'],
  image_storage_full: [
    507,
    'The image storage has no room or refuses to write.',
    'The operator of the service has to make room or correct the permissions.',
  ],
  image_storage_unavailable: [503, 'The image storage does not answer.', 'Ask again.'],
  internal_error: [500, 'The service has a fault.', 'Look for the request id in the log.'],
  invalid_code: [
    401,
    'The code was used, is older than a minute, or was not issued by the service.',
    'Start again, to get a new code.',
  ],
  invalid_grant: [400, 'The code of the platform was used or is too old.', 'Start the installation again.'],
  invalid_input: [
    422,
    'The body breaks its schema; `errors` lists every mistake with its JSON pointer.',
    'Correct the named places.',
  ],
  invalid_proof: [
    401,
    'The proof that a customer sent is wrong, used or out of date.',
    'Have the platform make a new proof.',
  ],
  invalid_scope: [400, 'The app does not have the scope that the address names.', 'Start the installation again.'],
  invalid_shop: [400, "The store's address is not a domain of the platform.", 'Correct the `shop` parameter.'],
  invalid_signature: [
    401,
    'The signature does not prove that the platform sent the request.',
    'Check that the service has the client secret that the platform signs with.',
  ],
  invalid_state: [
    400,
    'The installation was not started in this browser, was used already, or took too long.',
    'Start the installation again.',
  ],
  invalid_token: [
    401,
    'The bearer token has expired, is of another kind, or was not issued by the service.',
    'Get a new token of the kind that the address takes.',
  ],
  malformed_idempotency_key: [
    400,
    'The `Idempotency-Key` is empty or longer than 255 characters.',
    'Send a key of 1 to 255 characters.',
  ],
  malformed_query: [400, 'A parameter of the address cannot be read; `errors` names it.', 'Correct the parameter.'],
  malformed_request: [
    400,
    'The request cannot be read, for example because its body is not JSON.',
    'Correct the request.',
  ],
  method_not_allowed: [
    405,
    'The address exists and does not take this method.',
    'Use one of the methods that the header `Allow` lists.',
  ],
  missing_header: [400, 'A header that this address needs is missing; `detail` names it.', 'Send the header.'],
  missing_scopes: [
    403,
    'The merchant granted fewer scopes than the app needs; `detail` names the missing ones.',
    'Install the app again and grant all scopes.',
  ],
  moderation_refused: [422, 'The safety system of the image provider refused the request.', 'Change the prompt.'],
  needs_reauth: [
    409,
    "The store no longer accepts the service's token.",
    "The merchant has to open the app's install address again.",
  ],
  not_allowed: [403, 'The caller is known and may not do this.', 'Use the token of a caller who may.'],
  not_authenticated: [
    401,
    'The request needs a proof of its sender.',
    'Send the token or the signature that the address takes.',
  ],
  not_found: [
    404,
    'The thing does not exist, or it belongs to another retailer.',
    'Check the id, and that the token is for the same retailer.',
  ],
  not_installed: [409, 'The app is not installed in the store at present.', 'Install the app in the store.'],
  offer_code_unknown: [
    409,
    'The shared code of the offer is not, or no longer, a code of the store that works.',
    'Create the code in the store, or change `offer.code`.',
  ],
  offer_contradiction: [
    409,
    'A text or an image of the sequence promises something else than its offer; `errors` names the places.',
    'Change the text or the offer. In texts, `{{ offer.label }}` is always right.',
  ],
  offer_not_supported: [
    422,
    'The platform of the store has no discount of this kind.',
    'Choose another `offer.kind`, or a shared `offer.code`.',
  ],
  owner_required: [
    403,
    "Only an owner of the store may do this, and the token is a member's.",
    'Let an owner of the store do it.',
  ],
  image_not_composable: [
    422,
    'The image cannot be made of these parts, for example because a text fits at no legible size; `errors` names the part.',
    'Change the named part, or make the image larger.',
  ],
  image_unreachable: [
    502,
    'The host of a product image does not answer; `errors` names the image.',
    'Ask again, or name another image.',
  ],
  image_unusable: [
    422,
    'A product image is damaged, too large, not an image, or not at a public address; `errors` names it.',
    'Name another image.',
  ],
  platform_error: [502, 'The platform gave an answer that cannot be used.', 'Try again later.'],
  platform_not_configured: [
    503,
    'This installation has no credentials for the platform.',
    'Set the client id and the client secrets of the platform.',
  ],
  platform_unavailable: [
    503,
    'The platform does not answer, or asks the service to wait.',
    'Ask again after `Retry-After` seconds.',
  ],
  redis_unavailable: [503, 'Redis does not answer. Nothing is lost.', 'Ask again after `Retry-After` seconds.'],
  removal_pending: [503, 'The data of the last installation is still being removed.', 'Install again in a moment.'],
  request_too_slow: [408, 'The request did not come to its end in time.', 'Send it again.'],
  scope_missing: [
    409,
    'The merchant has not granted the scopes that the offer needs; `scopes` names them.',
    'Send the merchant to `grantUrl`, or use an offer with a shared `code`.',
  ],
  segment_being_deleted: [409, 'A segment of this name is being deleted.', 'Try again in a moment.'],
  segment_version_conflict: [
    409,
    'Somebody else has changed the segment since the version that the request names.',
    'Read the segment, apply the change to its present version, and send that version.',
  ],
  sender_incomplete: [
    422,
    'The brand has no sender address or no postal address, without which no customer gets an email; `errors` names what is missing.',
    'Set `sender` with `PATCH /admin/brands/{id}`.',
  ],
  sequence_of_other_brand: [409, 'Another brand has a sequence with this id.', 'Choose another id.'],
  sequence_paused: [
    409,
    'The sequence is paused, so it starts no live run. Tests and dry runs are still possible.',
    'Resume the sequence first.',
  ],
  sender_not_ready: [
    409,
    "A live run would reach more than 1,000 people, and a check of the brand's sender failed; `detail` says which.",
    'See `GET /admin/brands/{id}/deliverability` for the records to add, or send `"force": true`.',
  ],
  sequence_running: [
    409,
    'An execution of the sequence is under way; `executionId` names it.',
    'Wait until the execution has ended or cancel it, then delete the sequence.',
  ],
  service_unavailable: [503, 'The service is starting, stopping or overloaded.', 'Ask again.'],
  several_credentials: [400, 'The request has more than one proof of its sender.', 'Send exactly one proof.'],
  several_customers: [409, 'Several customers of the store have this email address.', 'Name one of them by its id.'],
  shop_not_installed: [
    403,
    'The proof is valid, but the app is not installed in this store.',
    'Install the app in the store.',
  ],
  store_not_installed: [404, 'The app is not installed in the store.', 'Install the app in the store.'],
  templates_busy: [503, 'Too many emails are being compiled.', 'Ask again after `Retry-After` seconds.'],
  token_required: [401, 'The address needs `Authorization: Bearer` with a token of its kind.', 'Send the token.'],
  too_many_open_images: [
    429,
    'The retailer has as many unfinished images as it may have.',
    'Ask again after `Retry-After` seconds, when some of them are finished.',
  ],
  too_many_requests: [
    429,
    'Too many requests came from this address or for this store.',
    'Ask again after `Retry-After` seconds.',
  ],
  too_much_at_once: [
    503,
    'Senders without a proof send more at once than there is room for.',
    'Try again after `Retry-After` seconds.',
  ],
  unknown_customer: [404, 'The store has no customer with this email address.', 'Check the address.'],
  unknown_topic: [
    404,
    'The service does not handle the topic of the webhook.',
    'Remove the subscription at the platform.',
  ],
  unsupported_media_type: [
    415,
    'The address takes `application/json` only.',
    'Send the header `Content-Type: application/json`.',
  ],
  wrong_store: [
    400,
    'The code of the platform belongs to another store than the address says.',
    'Start the installation again.',
  ],
};

/** The page behind a problem's `type`, which spells the code with dashes. 404 where there is no such code. */
export function explain(dashed: string): ProblemPage {
  const code = dashed.replaceAll('-', '_');
  const entry = Object.hasOwn(PROBLEM_CODES, code) ? PROBLEM_CODES[code] : undefined;
  if (!entry) throw notFound('problem');
  const [status, meaning, remedy] = entry;
  return { code, status, meaning: `${meaning} ${remedy}` };
}
