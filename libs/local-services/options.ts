/** How one private server is started. */
export interface LocalServerOptions {
  /** The folder for all data of the server, absolute or relative to the working folder. It is created when missing. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1, by default a free one. A server that already runs on this data keeps its port. */
  readonly port?: number;
  /**
   * Postgres only. With false, nothing is flushed to the disk, for tests: commits survive a crash of the server but not
   * of the machine. Default true.
   */
  readonly durable?: boolean;
  /** Postgres only: more settings of the server, which win over the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of downloaded packages, which data folders may share. Default `<dataDir>/cache`. */
  readonly cacheDir?: string;
  /** 'packaged' ignores servers that the system has installed. Default 'any'. */
  readonly binaries?: 'any' | 'packaged';
  /** Where to search for programs before the usual places, as a PATH. Default: the PATH of this process. */
  readonly searchPath?: string;
  /** Called with one line for each slow step. */
  readonly log?: (message: string) => void;
}

/** A private server in use by this process. */
export interface LocalServer {
  /** Connection URL that contains the password. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends this use. The stop of the last user shuts the server down. A second call does nothing. */
  readonly stop: () => Promise<void>;
  /** Ends the server with SIGKILL, for tests of crashes. */
  readonly kill: () => Promise<void>;
}
