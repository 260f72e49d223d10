export { type DkimKey, isAddress } from './compose.js';
export { FileMailer } from './file-mailer.js';
export * from './mailer.js';
export { SmtpMailer, type SmtpMailerOptions } from './smtp-mailer.js';
