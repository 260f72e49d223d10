import { afterAll } from 'vitest';
import { dropCreated } from './test-database.js';

// Citus keeps processes for every database.
afterAll(() => dropCreated());
