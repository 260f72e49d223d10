import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpEnvironment } from '../config/environment.js';
import { packageVersion } from '../config/package-version.js';
import { ConfigurationError } from '../config/read-values.js';
import { mcpServer } from './server.js';
import { readSettings } from './settings.js';
import { Store } from './store.js';

// Standard output belongs to the protocol. Everything for people goes to standard error.
try {
  const store = new Store(readSettings(mcpEnvironment()));
  serveStdio(() => mcpServer(store, packageVersion()));
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
