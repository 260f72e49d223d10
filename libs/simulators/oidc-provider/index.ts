export { OidcProviderSimulator } from './simulator.js';
export { SigningKeys } from './signing-keys.js';
export type { Jws } from './signing-keys.js';
