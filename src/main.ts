import { loadBundle } from './service-bundle.js';

// Without a bundle this is `npm run dev`, which only compiles.
const { runService } = loadBundle() ?? (await import('./service.js'));
await runService();
