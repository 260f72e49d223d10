/** The addresses that an install or an opening went through, and the code at its end. */
export interface Installed {
  readonly steps: readonly string[];
  readonly code: string;
}

export const installThroughBrowser = (serviceUrl: string, shop: string): Promise<Installed> =>
  throughBrowser(`${serviceUrl}/platform-a/auth?shop=${shop}`);

/** Follows the redirects of an install or an opening as a browser does: with cookies, up to the dashboard. */
export async function throughBrowser(address: string): Promise<Installed> {
  const steps: string[] = [];
  const cookies = new Map<string, string>();
  let url = address;
  for (let step = 0; step < 5; step += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {},
    });
    steps.push(new URL(url).pathname);
    const next = answer.headers.get('location');
    if (answer.status !== 302 || !next) {
      throw new Error(`the install stopped at ${steps.at(-1)}: ${answer.status} ${await answer.text()}`);
    }
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
    url = new URL(next, url).toString();
    const { pathname, searchParams } = new URL(url);
    if (pathname.startsWith('/dashboard')) return { steps: [...steps, pathname], code: searchParams.get('code') ?? '' };
  }
  throw new Error('the install went round in circles');
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const [name = '', value = ''] = pair.split('=');
  if (value === '' || /max-age=0/i.test(header)) cookies.delete(name);
  else cookies.set(name, value);
}
