import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { confirmationEmail } from '../../src/email/confirmations/confirmation-email.js';
import { ConfirmationsHandler } from '../../src/email/confirmations/confirmations.handler.js';
import { ConfirmationRequest } from '../../src/email/ledger/confirmation-request.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { EmailPersonalDataService } from '../../src/email/email-personal-data.service.js';
import { TemplatesService } from '../../src/email/templates/templates.service.js';
import { CUSTOMER_LANGUAGES } from '../../src/pages/customer-texts.js';
import { given, stored } from '../factories/given.js';
import { customers, type EmailStore, emailStore } from '../setup/email-scene.js';
import { IdleApp } from '../setup/idle-app.js';

let app: IdleApp;
let store: EmailStore;

beforeAll(async () => {
  app = await IdleApp.start();
  store = await emailStore(app);
});
afterAll(() => app?.stop());

describe('the email that asks for consent', () => {
  it.each(CUSTOMER_LANGUAGES)('passes every check in %s', async (language) => {
    const { retailerId, brandId } = store;
    const options = { pointer: '', language };
    const result = await app.get(TemplatesService).compile(retailerId, brandId, confirmationEmail(language), options);
    expect(result).toMatchObject({ warnings: [] });
  });

  it('is in the ledger once, also where two workers put it there at once', async () => {
    const { retailerId, brandId } = store;
    const [customerId = ''] = await customers(app, retailerId, 1);
    await given(app).set(Customer, { marketing: 'unknown' }, { retailerId });
    const row = { retailerId, brandId, customerId, executionId: brandId, requestedAt: new Date() };
    await given(app).insert(ConfirmationRequest, { ...row, addressHash: 'a'.repeat(64) });
    const handler = app.get(ConfirmationsHandler);
    await Promise.all([handler['askSome'](retailerId), handler['askSome'](retailerId)]);
    await handler.ask({ retailerId });
    const messages = await stored(app).rows(Message, { retailerId }, 'id', 'customerId', 'status', 'taken');
    expect(messages).toEqual([{ id: expect.any(String) as string, customerId, status: 'queued', taken: true }]);
    const requests = await stored(app).rows(ConfirmationRequest, { retailerId }, 'messageId');
    expect(requests).toEqual([{ messageId: messages[0]?.id }]);
    const person = { retailerId, customerIds: [customerId], externalIds: [], emails: [], phones: [], orderIds: [] };
    await app.transaction((tx) => app.get(EmailPersonalDataService).eraseCustomer(tx, person));
    const kept = await stored(app).rows(ConfirmationRequest, { retailerId }, 'customerId', 'addressHash');
    expect(kept).toEqual([{ customerId: null, addressHash: 'a'.repeat(64) }]);
  });
});
