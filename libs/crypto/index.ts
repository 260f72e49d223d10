export {
  hmacSha256,
  isBase64Hmac,
  sha256Hex,
  timingSafeEqualBytes,
  timingSafeEqualText,
  verifyBase64Hmac,
} from './hmac.js';
export { claimedKeyId, readHmacJwt } from './hmac-jwt.js';
export type { JwtClaims } from './hmac-jwt.js';
export { SecretBox, SecretBoxError } from './secret-box.js';
export { randomToken } from './random-token.js';
