/** What the platform needs to know; a real one reads it from the environment in src/config. */
export class FilesConfig {
  constructor(
    /** Where the files of the stores lie. */
    readonly folder: string,
    /** What the platform signs with. */
    readonly secret: string,
  ) {}
}
