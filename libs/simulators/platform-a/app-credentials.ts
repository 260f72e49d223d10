/** What the app and the platform share. */
export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Redirect addresses that the app has registered. Default: any address is accepted. */
  readonly redirectUrls?: readonly string[];
}
