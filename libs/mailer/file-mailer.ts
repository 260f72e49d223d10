import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadEmail, compose, type DkimKey } from './compose.js';
import { decodeQuotedPrintable } from './quoted-printable.js';
import { Mailer, type OutgoingEmail, type SendResult } from './mailer.js';

export interface FileMailerOptions {
  /** Gets two files for each email: `<message id>.eml`, and `<message id>.html` for a browser. */
  readonly folder: string;
  readonly dkim?: DkimKey | undefined;
}

/** Writes emails to files instead of sending them, for development and the demo. Files are written atomically. */
export class FileMailer extends Mailer {
  readonly concurrency = 4;

  constructor(private readonly options: FileMailerOptions) {
    super();
  }

  async send(email: OutgoingEmail): Promise<SendResult> {
    try {
      const bytes = await compose(email, this.options.dkim);
      await mkdir(this.options.folder, { recursive: true });
      const html = typeof email.html === 'string' ? email.html : decodeQuotedPrintable(email.html);
      await this.write(`${email.messageId}.html`, html);
      await this.write(`${email.messageId}.eml`, bytes);
      return { outcome: 'accepted', response: 'written to a file' };
    } catch (error) {
      if (error instanceof BadEmail) return { outcome: 'rejected', response: error.message };
      return { outcome: 'deferred', response: 'the file could not be written' };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The composer has checked that the message id contains no path. */
  private async write(name: string, content: string | Buffer): Promise<void> {
    const file = join(this.options.folder, name);
    await writeFile(`${file}.part`, content);
    await rename(`${file}.part`, file);
  }
}
