/** The configuration of the platform. A real platform reads it from the environment in src/config. */
export class FilesConfig {
  constructor(
    /** The folder with the files of the stores. */
    readonly folder: string,
    /** The key of the platform's signatures. */
    readonly secret: string,
  ) {}
}
