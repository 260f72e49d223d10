import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryCause, historyImportCause } from '../../src/commerce/model/causes.js';
import { CustomerChange } from '../../src/commerce/model/customer-change.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import {
  type ChangesToRecord,
  changesToRecord,
  CommerceRepository,
  silentChangesToRecord,
} from '../../src/commerce/storage/commerce.repository.js';
import { OrderRead } from '../../src/platform-b/sync/order-read.entity.js';
import { PlatformBOrderReadsRepository } from '../../src/platform-b/sync/order-reads.repository.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { customers } from '../setup/email-scene.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;

beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId } = await installStore(app));
});
afterAll(() => app?.stop());

/** The cause in the queue after these changes of the only customer. */
async function causeAfter(changes: ChangesToRecord): Promise<string | undefined> {
  await app.transaction((tx) => app.get(CommerceRepository).recordChanges(tx, changes));
  return (await stored(app).rows(CustomerChange, {}, 'cause'))[0]?.cause;
}

it('the cause of a file replaces no other cause of a customer, and is replaced by any other', async () => {
  const [customer = ''] = await customers(app, retailerId, 1);
  const file = silentChangesToRecord(retailerId, [customer], historyImportCause('id'));
  const news = changesToRecord(retailerId, new Map([[customer, 'news']]));
  expect([await causeAfter(file), await causeAfter(news), await causeAfter(file)]).toEqual([
    'import:id',
    'news',
    'news',
  ]);
  await given(app).delete(CustomerChange);
  await given(app).delete(Customer);
});

describe.each([
  ['history', 'backfill'],
  ['an import', 'import:delivery'],
])('the cause of %s', (_what, silent) => {
  it('replaces no other cause of a customer, and is replaced by any other', async () => {
    const [customer = ''] = await customers(app, retailerId, 1);
    const changed = (cause: string) => causeAfter(changesToRecord(retailerId, new Map([[customer, cause]])));
    expect([await changed(silent), await changed('news'), await changed(silent), await changed('later news')]).toEqual([
      silent,
      'news',
      'news',
      'later news',
    ]);
    await given(app).delete(CustomerChange);
    await given(app).delete(Customer);
  });

  it('replaces no other cause of an order that waits to be read', async () => {
    const orderId = entityId(retailerId, 'order', silent);
    const asked = async (cause: string): Promise<string | undefined> => {
      await app.transaction((tx) =>
        app
          .get(PlatformBOrderReadsRepository)
          .request(tx, retailerId, [{ orderId, cause: deliveryCause({ id: cause }) }]),
      );
      const rows = await stored(app).rows(OrderRead, { orderId }, 'cause');
      return rows[0]?.cause;
    };
    expect([await asked('news'), await asked(silent)]).toEqual(['news', 'news']);
    await given(app).set(OrderRead, { dueAt: null });
    expect([await asked(silent), await asked('news')]).toEqual([silent, 'news']);
  });
});
