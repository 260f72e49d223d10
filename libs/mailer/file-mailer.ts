import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadMail, compose, type DkimKey } from './compose.js';
import { Mailer, type OutgoingMail, type SendResult } from './mailer.js';

export interface FileMailerOptions {
  /** Each mail becomes `<message id>.eml` in it, and `<message id>.html` for a look in a browser. */
  readonly folder: string;
  readonly dkim?: DkimKey | undefined;
}

/** Writes mails to files instead of sending them: for development and for the demo. A file is whole or not there. */
export class FileMailer extends Mailer {
  readonly concurrency = 4;

  constructor(private readonly options: FileMailerOptions) {
    super();
  }

  async send(mail: OutgoingMail): Promise<SendResult> {
    try {
      const bytes = await compose(mail, this.options.dkim);
      await mkdir(this.options.folder, { recursive: true });
      await this.write(`${mail.messageId}.html`, mail.html);
      await this.write(`${mail.messageId}.eml`, bytes);
      return { outcome: 'accepted', response: 'written to a file' };
    } catch (error) {
      if (error instanceof BadMail) return { outcome: 'rejected', response: error.message };
      return { outcome: 'deferred', response: 'the file could not be written' };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The message id has passed the composer, which lets no path through. */
  private async write(name: string, content: string | Buffer): Promise<void> {
    const file = join(this.options.folder, name);
    await writeFile(`${file}.part`, content);
    await rename(`${file}.part`, file);
  }
}
