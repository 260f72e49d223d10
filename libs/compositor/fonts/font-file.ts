import { createRequire } from 'node:module';

/** The path of a shipped font. The build copies the fonts, and the bundled service finds them there too. */
export const fontFile = (file: string): string => createRequire(import.meta.url).resolve(`#fonts/${file}`);
