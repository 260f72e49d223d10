import 'reflect-metadata';
import { readConfig } from '../config/app-config.js';
import { ConfigurationError } from '../config/read-values.js';
import { loadEnvironment } from '../config/environment.js';
import { tokenFor, UsageError } from './token-command.js';

try {
  process.stdout.write(`${tokenFor(process.argv.slice(2), readConfig(loadEnvironment()))}\n`);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
