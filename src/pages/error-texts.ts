/** The text about a problem for a merchant. */
export interface ErrorText {
  readonly title: string;
  /** Says what happened and what to do next. */
  readonly text: string;
  /** Whether another start at our own address helps. */
  readonly again?: true;
}

const OPEN_AGAIN = "Open Rekindle again from the apps in your store's admin.";
const LATER = 'Please try again in a few minutes.';
const OPERATOR = 'Please contact the operator of this service.';

const SIGN_IN_AGAIN = 'Please open /dashboard/operator and sign in again with the account of an operator.';
const SIGN_IN_WITH_TOKEN = 'Please open /dashboard/operator and sign in with an admin token.';

/** The texts of pages for people, by the code of the problem. */
const TEXTS: Readonly<Record<string, ErrorText>> = {
  access_denied: {
    title: 'You did not grant access',
    text: `Nothing was installed. If you want to use Rekindle, start again and grant what it asks for.`,
    again: true,
  },
  invalid_grant: { title: 'The installation took too long', text: `Nothing was installed. ${OPEN_AGAIN}` },
  invalid_scope: {
    title: 'This installation is not valid',
    text: `Nothing was installed: the link asks for a permission that Rekindle does not have. ${OPEN_AGAIN}`,
  },
  invalid_shop: {
    title: 'This is not the address of a store',
    text: `The link has to name your store by its domain, such as my-shop.myshopify.com. ${OPEN_AGAIN}`,
  },
  invalid_signature: { title: 'This link is no longer valid', text: OPEN_AGAIN, again: true },
  invalid_state: {
    title: 'The installation has to start again',
    text: 'It was started in another browser, took longer than ten minutes, or is finished already.',
    again: true,
  },
  invalid_code: {
    title: 'This link is no longer valid',
    text: 'It works once, within a minute. Please request a new one.',
  },
  malformed_query: { title: 'This link is not complete', text: OPEN_AGAIN },
  method_not_allowed: { title: 'This page cannot be used like this', text: OPEN_AGAIN },
  missing_scopes: {
    title: 'Some permissions are missing',
    text: 'Nothing was installed: Rekindle needs every permission that it asks for. Please install it again and grant all of them.',
  },
  needs_reauth: {
    title: 'Please connect your store again',
    text: `Your store no longer accepts our access. ${OPEN_AGAIN}`,
  },
  not_found: {
    title: 'There is no such page',
    text: "If you run a store, open Rekindle from the apps in your store's admin.",
  },
  not_installed: { title: 'Rekindle is not installed', text: 'Install it in your store first.' },
  platform_error: {
    title: 'Your store did not answer as expected',
    text: 'Nothing was installed. Please start again in a few minutes.',
    again: true,
  },
  oidc_not_configured: { title: 'There are no accounts for operators here', text: SIGN_IN_WITH_TOKEN },
  oidc_unavailable: { title: 'The sign-in page of your company does not answer', text: LATER },
  operator_required: { title: 'This page is for operators of the service', text: SIGN_IN_AGAIN },
  platform_not_configured: { title: 'This platform is not set up here', text: OPERATOR },
  removal_pending: {
    title: 'Your old data is still being removed',
    text: 'Rekindle was uninstalled a moment ago. Please install it again in a minute.',
  },
  sign_in_refused: { title: 'You are not signed in', text: SIGN_IN_AGAIN },
  store_not_installed: { title: 'Rekindle is not installed in this store', text: 'Install it in your store first.' },
  too_many_requests: { title: 'Too many attempts', text: 'Please wait a minute and load this page again.' },
  wrong_store: { title: 'This installation belongs to another store', text: `Nothing was installed. ${OPEN_AGAIN}` },
};

const REFUSED: ErrorText = { title: 'This link cannot be used', text: OPEN_AGAIN };
const FAILED: ErrorText = { title: 'Something went wrong', text: LATER };

export function errorText(code: string, status: number): ErrorText {
  const known = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  return known ?? (status >= 500 ? FAILED : REFUSED);
}
