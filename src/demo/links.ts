import { readFile } from 'node:fs/promises';

/** A link of an email that was followed. */
export interface FollowedLink {
  readonly url: string;
  /** The HTTP status at the end of the redirects; 0 if no server answered. */
  readonly status: number;
}

const HREF = /<a\b[^<>]*\shref="([^"]*)"/gi;

/** Follows each link of the email in this file once, as its reader would. */
export async function followLinks(htmlFile: string): Promise<FollowedLink[]> {
  const html = await readFile(htmlFile, 'utf8');
  const urls = new Set([...html.matchAll(HREF)].map(([, url = '']) => url.replaceAll('&amp;', '&')));
  return Promise.all([...urls].map(async (url) => ({ url, status: await statusOf(url) })));
}

async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
