import { notFound } from '#libs/kernel';
import type { ProblemPage } from './operations.dto.js';

/** Every `code` of our errors with its status and what to do about it. A test keeps it complete. */
const CODES: Readonly<Record<string, readonly [status: number, meaning: string]>> = {
  access_denied: [400, 'The merchant declined the installation; start it again from the platform.'],
  address_too_long: [414, 'The address is longer than the service takes.'],
  already_running: [
    409,
    'A live run of the sequence for the same audience is on its way; `executionId` names it. Wait for its end or cancel it.',
  ],
  body_too_large: [413, 'The body is larger than this address takes; `detail` names its limit.'],
  customer_erased: [403, 'The store had the customer erased; nothing of them is kept, and no session can be opened.'],
  customer_not_logged_in: [401, 'The proof is good, but no customer is logged in at the store.'],
  delivery_emptied: [409, 'The body was emptied, for its age or for privacy; the delivery can not be replayed.'],
  delivery_pending: [409, 'The delivery waits to be processed; there is nothing to replay yet.'],
  email_reports_not_configured: [
    503,
    'This installation has no EMAIL_WEBHOOK_SECRETS, so it takes no reports about mails.',
  ],
  empty_body: [400, 'A webhook needs its body: it is what the signature signs.'],
  export_expired: [
    410,
    'The export is gone: it expired, or the person or the store was erased. Ask the platform again.',
  ],
  export_pending: [409, 'The export is still being made; ask again in a moment.'],
  execution_over: [409, 'The execution has ended; there is nothing to cancel.'],
  full_access_required: [403, 'The admin token is valid but lacks the claim `fullAccess: true`.'],
  headers_too_large: [431, 'The headers are larger than 16 kB together.'],
  idempotency_key_in_use: [
    409,
    'The first request with this Idempotency-Key still runs; ask again after `Retry-After` seconds.',
  ],
  idempotency_key_reused: [422, 'The Idempotency-Key was used with another body; take a new key for a new request.'],
  image_budget_spent: [
    429,
    "The store's budget for pictures of this month has no room for another call; a new month or a larger budget has.",
  ],
  image_given_up: [
    500,
    'The picture was begun several times, and each time the process ended. Ask again; if it recurs, the log has more.',
  ],
  image_not_drawn: [
    500,
    'Drawing the image took too long, needed too much memory or crashed, several times. Ask again; if it recurs, the log has more.',
  ],
  image_provider_bad_answer: [502, 'The image provider answered without a usable picture; ask again.'],
  image_provider_outcome_unknown: [
    502,
    'The call of the image provider broke off and may have been paid for, so it is not repeated by itself. Ask again to pay again.',
  ],
  image_provider_refused: [
    503,
    "The image provider refuses the service's key, model or quota; whoever runs the service has to see to it.",
  ],
  image_provider_unavailable: [503, 'The image provider does not answer or has no room; ask again later.'],
  image_storage_full: [
    507,
    'The image storage has no room or refuses to write; whoever runs the service has to see to it.',
  ],
  image_storage_unavailable: [503, 'The image storage does not answer; ask again.'],
  internal_error: [500, 'A fault of ours. The log has it under the request id.'],
  invalid_code: [401, 'The code is used, older than a minute, or not one of ours; start again.'],
  invalid_grant: [400, 'The code of the platform is used or too old; start the installation again.'],
  invalid_input: [422, 'The body breaks its schema; `errors` lists every mistake with its JSON pointer.'],
  invalid_proof: [401, 'The proof of who signs on is wrong, used or out of date; have the platform make a new one.'],
  invalid_scope: [400, 'The app does not have the scope that the address names; start the installation again.'],
  invalid_shop: [400, 'The shop is not a domain of the platform.'],
  invalid_signature: [401, 'The signature does not prove that the platform sent this.'],
  invalid_state: [
    400,
    'The installation was not started in this browser, was used already, or took too long; start it again.',
  ],
  invalid_token: [401, 'The bearer token is expired, of another kind, or not one of ours.'],
  malformed_idempotency_key: [400, 'Idempotency-Key must have 1 to 255 characters.'],
  malformed_query: [400, 'A parameter of the address makes no sense; `errors` names it.'],
  malformed_request: [400, 'The request is not readable, for example a body that is not JSON.'],
  method_not_allowed: [405, 'The address exists and does not take this method; `Allow` lists those it takes.'],
  missing_header: [400, 'A header that this address needs is missing.'],
  missing_scopes: [403, 'The merchant granted less than the app needs; `detail` names what is missing.'],
  moderation_refused: [422, "The image provider's safety system refused the request; change the prompt."],
  not_allowed: [403, 'The caller is known and may not do this.'],
  not_authenticated: [401, 'The request needs a proof of who sends it.'],
  needs_reauth: [409, 'The store takes our token no more; the merchant has to install the app again.'],
  not_found: [404, 'There is no such thing, or it belongs to somebody else.'],
  not_installed: [409, 'The app is not installed in the store at present.'],
  owner_required: [403, "Only an owner of the store may do this; the token is a member's."],
  image_not_composable: [
    422,
    "The picture can't be made of these parts, for example because a text fits at no legible size; `errors` names the part.",
  ],
  image_unreachable: [502, "A product picture's host does not answer; `errors` names the picture."],
  image_unusable: [
    422,
    'A product picture is damaged, too large, no picture, or not at a public address; `errors` names it.',
  ],
  platform_error: [502, 'The platform answered badly; try again later.'],
  platform_not_configured: [503, 'This installation has no credentials for the platform; see the configuration.'],
  platform_unavailable: [
    503,
    'The platform does not answer, or asks us to wait; ask again after `Retry-After` seconds.',
  ],
  redis_unavailable: [503, 'Redis does not answer. Nothing is lost; ask again.'],
  sender_incomplete: [
    422,
    'The brand has no sender address or no postal address, without which no customer is mailed; `errors` names what is missing.',
  ],
  sequence_paused: [409, 'The sequence is paused; resume it before a live run. A test and a dry run go on working.'],
  sequence_running: [
    409,
    'An execution of the sequence runs and `executionId` names one; wait for its end or cancel it before the sequence is deleted.',
  ],
  sequence_of_other_brand: [409, 'The id of the sequence is taken by another brand; choose another one.'],
  removal_pending: [503, 'The data of the last installation is still being removed; install again in a moment.'],
  request_too_slow: [408, 'The request did not come to its end in time; send it again.'],
  segment_being_deleted: [409, 'A segment of this name is being deleted; try again in a moment.'],
  segment_version_conflict: [409, 'The segment was changed by somebody else since the version that the request names.'],
  service_unavailable: [503, 'The service is starting, stopping or overloaded; ask again.'],
  several_customers: [409, 'Several customers of the store have this e-mail address; name one by its id.'],
  several_credentials: [400, 'The request has more than one proof of who sends it; send exactly one.'],
  shop_not_installed: [403, 'The proof is good, but the app is not installed in this store.'],
  store_not_installed: [404, 'The app is not installed in the store; install it first.'],
  datastore_unavailable: [503, 'A datastore of the service is unreachable; ask again after `Retry-After` seconds.'],
  templates_busy: [503, 'Too many emails are being compiled; ask again after `Retry-After` seconds.'],
  token_required: [401, 'The address needs `Authorization: Bearer` with a token of its kind.'],
  too_many_open_images: [
    429,
    'The store has as many pictures open as it may have; ask again after `Retry-After` seconds, when some are finished.',
  ],
  too_much_at_once: [
    503,
    'Unproven senders send more at once than there is room for; try again after `Retry-After` seconds.',
  ],
  too_many_requests: [
    429,
    'Too many requests from this address or for this store; `Retry-After` says when to ask again.',
  ],
  unknown_customer: [404, 'The store has no customer with this e-mail address.'],
  unknown_topic: [404, 'The webhook has a topic that the service does not handle.'],
  unsupported_media_type: [415, 'The address takes `application/json`.'],
  wrong_store: [400, 'The code of the platform belongs to another store than the address says.'],
};

/** The page behind a problem's `type`; it spells the code with dashes. 404 where we have no such code. */
export function explain(dashed: string): ProblemPage {
  const code = dashed.replaceAll('-', '_');
  const entry = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (!entry) throw notFound('problem');
  const [status, meaning] = entry;
  return { code, status, meaning };
}
