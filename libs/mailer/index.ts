export { type DkimKey, isAddress } from './compose.js';
export { FileMailer } from './file-mailer.js';
export * from './mailer.js';
export { encodePiece, joinPieces } from './quoted-printable.js';
export { SmtpMailer } from './smtp-mailer.js';
