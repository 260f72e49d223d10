import { writeCode } from './service-bundle.js';

/** `npm run build` calls it after it has bundled the service. */
writeCode();
// Some packages keep a process alive as soon as they are loaded.
process.exit(0);
