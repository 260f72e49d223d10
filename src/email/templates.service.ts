import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { InputError } from '#libs/kernel';
import type { Breakage, MailSource, PreviewAs, RenderedMail } from './mail-source.js';

/** Compiled mails. A template is immutable and named by its content, so a version of a sequence just keeps its ids. */
@Injectable()
export class EmailTemplates {
  /**
   * Every mistake of the source: not exactly one of body, mjml and html, broken MJML or Liquid, an unknown picture or
   * one without alt text, too large. `pointer` is the place of the source in the request, such as `/steps/0`.
   */
  check(retailerId: string, brandId: string, source: MailSource, pointer: string): Promise<InputError[]> {
    return notYet(retailerId, brandId, source, pointer);
  }

  /** Compiles and keeps the source; the same source gives the same id. 422 where `check` finds a mistake. */
  compile(tx: Tx, retailerId: string, brandId: string, source: MailSource, pointer: string): Promise<string> {
    return notYet(tx, retailerId, brandId, source, pointer);
  }

  /** The mail as it would be for that recipient. 404 for an unknown template or customer, 422 where it would break. */
  preview(retailerId: string, templateId: string, as: PreviewAs): Promise<RenderedMail> {
    return notYet(retailerId, templateId, as);
  }

  /** Which of these customers' mails could not be made (strict Liquid: a name or value that is missing), and why. */
  breakages(sql: Sql, retailerId: string, templateId: string, customerIds: readonly string[]): Promise<Breakage[]> {
    return notYet(sql, retailerId, templateId, customerIds);
  }
}

const notYet = (..._: readonly unknown[]): never => {
  throw new Error('not built yet');
};
