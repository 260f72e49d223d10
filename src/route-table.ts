/** Which methods an address takes: tells a 405 from a 404. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  /** `url` as the router knows it: `/admin/segments/:id`, `/dashboard/*`. */
  add(method: string | string[], url: string): void {
    const source = url
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replace(/\\\*$/, '.*');
    this.routes.push({ pattern: new RegExp(`^${source}/?$`), methods: [method].flat() });
  }

  methodsFor(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
  }
}
