const HOME = '/dashboard/operator';
/** Resolves a path, as a browser would. */
const ANY_ORIGIN = 'https://studio.invalid';

/**
 * A path of the operator's part of the studio with its query. Whatever leads elsewhere becomes its first page, so that
 * nobody can use a sign-in to send an operator to another site.
 */
export function studioPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith(HOME) || !URL.canParse(wanted, ANY_ORIGIN)) return HOME;
  const { pathname, search } = new URL(wanted, ANY_ORIGIN);
  return pathname === HOME || pathname.startsWith(`${HOME}/`) ? pathname + search : HOME;
}
