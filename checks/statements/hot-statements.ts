import { compileCriteria } from '../../src/segmentation/criteria/compile.js';
import { historyImportCause } from '../../src/commerce/model/causes.js';
import {
  changesToRecord,
  CommerceRepository,
  silentChangesToRecord,
} from '../../src/commerce/storage/commerce.repository.js';
import { CustomerChangeConsumersService } from '../../src/commerce/queries/customer-change-consumers.service.js';
import { CustomerChangesQueries } from '../../src/commerce/queries/customer-changes.queries.js';
import { GoneRepository } from '../../src/commerce/gone/gone.repository.js';
import { MergeFollowUpsService } from '../../src/commerce/gone/merge-follow-ups.service.js';
import { OrderArrivalsQueries } from '../../src/commerce/queries/order-arrivals.queries.js';
import { EnrolmentRepository } from '../../src/sequences/enrolments/enrolment.repository.js';
import { LedgerQueries } from '../../src/email/ledger/ledger.queries.js';
import { LedgerRepository, type MessageChange } from '../../src/email/ledger/ledger.repository.js';
import { InboxRepository } from '../../src/inbox/inbox.repository.js';
import { FactRepository } from '../../src/segmentation/evaluation/fact.repository.js';
import { PopulationRepository } from '../../src/segmentation/evaluation/population.repository.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { CustomerRowsService } from '../../src/personal-data/customer-rows.service.js';
import { PersonalDataService } from '../../src/personal-data/personal-data.service.js';
import type { Recording } from './recording.js';

type Run = (on: Recording) => Promise<unknown>;

const RETAILER = '10000000-0000-4000-8000-000000000000';
const SEGMENT = '20000000-0000-4000-8000-000000000000';
const CUSTOMER = '30000000-0000-4000-8000-000000000000';
const AT = Date.parse('2026-01-01T00:00:00Z');
const SLICE = { after: RETAILER, upTo: CUSTOMER };
const PAIR = { segmentId: SEGMENT, customerId: CUSTOMER };
/** Code skips a statement without rows. The number and the content of the rows do not change its text. */
const ROWS = [{} as never];

const inbox = ({ database }: Recording): InboxRepository => new InboxRepository(database);
const commerce = new CommerceRepository();
const rows = new CustomerRowsService(new PersonalDataService());
const followUps = new MergeFollowUpsService(new GoneRepository(), commerce, rows);
const changes = ({ database }: Recording): CustomerChangesQueries =>
  new CustomerChangesQueries(database, new CustomerChangeConsumersService(), followUps);
const memberships = ({ database }: Recording): MembershipRepository => new MembershipRepository(database);
const population = new PopulationRepository();
const facts = new FactRepository();
const arrivals = new OrderArrivalsQueries();
const enrolments = new EnrolmentRepository();
const ledger = ({ database }: Recording): LedgerRepository => new LedgerRepository(database);

const TRANSITION: MessageChange = {
  retailerId: RETAILER,
  id: CUSTOMER,
  status: 'sent',
  reason: null,
  address: null,
  dueAt: null,
  response: null,
};

/** A definition with each kind of criterion that has its own SQL. */
function context() {
  const result = compileCriteria({
    minPurchaseAmount: '250.00',
    lastOrderOlderThanDays: 90,
    any: [{ purchasedProductIds: ['1'] }, { countries: ['DE'] }],
  });
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return { retailerId: RETAILER, criteria: result.criteria, rfm: null, at: AT };
}

/** The calls that run the statements of hot paths, by the name of the snapshot file. */
export const HOT_STATEMENTS: Readonly<Record<string, Run>> = {
  'inbox.insert': (on) => inbox(on).insert([]),
  'inbox.claim': (on) => inbox(on).claim(on.tx, [RETAILER], [CUSTOMER], 1),
  'inbox.claim-due': (on) => inbox(on).claimDue(on.tx, [], 1, 1),
  'inbox.mark': (on) => inbox(on).mark(on.tx, []),

  'commerce.customers': ({ tx }) => commerce.customers(tx, RETAILER, [CUSTOMER]),
  'commerce.orders': ({ tx }) => commerce.orders(tx, RETAILER, ['1']),
  'commerce.refunds': ({ tx }) => commerce.refunds(tx, RETAILER, ['1']),
  'commerce.save-customers': ({ tx }) => commerce.saveCustomers(tx, RETAILER, ROWS),
  'commerce.save-orders': ({ tx }) => commerce.saveOrders(tx, RETAILER, ROWS),
  'commerce.save-refunds': ({ tx }) => commerce.saveRefunds(tx, RETAILER, ROWS),
  'commerce.delete-refunds': ({ tx }) => commerce.deleteRefunds(tx, RETAILER, ['1']),
  'commerce.products': ({ tx }) => commerce.products(tx, RETAILER, ['1']),
  'commerce.save-products': ({ tx }) => commerce.saveProducts(tx, RETAILER, ROWS),
  'commerce.recompute-facts': ({ tx }) => commerce.recomputeFacts(tx, RETAILER, [CUSTOMER]),
  'commerce.record-changes': ({ tx }) => commerce.recordChanges(tx, changesToRecord(RETAILER, new Map())),
  'commerce.record-silent-changes': ({ tx }) =>
    commerce.recordChanges(tx, silentChangesToRecord(RETAILER, [CUSTOMER], historyImportCause(RETAILER))),

  'commerce.orders-arrived': ({ tx }) =>
    arrivals.arrived(tx, RETAILER, [{ customerId: CUSTOMER, since: new Date(AT) }]),

  'changes.take': (on) => changes(on).take(on.tx, RETAILER, 1, true),
  'changes.hold-silent': (on) => changes(on).holdSilent(on.tx, RETAILER, 1),
  'membership.facts': ({ tx }) => facts.facts(tx, RETAILER, [CUSTOMER], ['1']),
  'membership.matrix': (on) => memberships(on).matrix(on.tx, RETAILER, [SEGMENT], [CUSTOMER]),
  'membership.lock-due': (on) => memberships(on).lockDue(on.tx, RETAILER, [CUSTOMER]),
  'membership.write': (on) =>
    memberships(on).write(
      on.tx,
      RETAILER,
      [{ ...PAIR, kind: 'left', cause: 'clock', at: AT }],
      [
        { ...PAIR, nextChangeAt: undefined },
        { ...PAIR, nextChangeAt: AT },
      ],
    ),

  'clock.retailer-due': (on) => memberships(on).retailerDue(AT, []),
  'clock.take-due': (on) => memberships(on).takeDue(on.tx, RETAILER, AT, 1),
  'clock.open-among': (on) => memberships(on).openAmong(on.tx, RETAILER, [PAIR]),
  'clock.settled-facts': ({ tx }) => facts.settledFacts(tx, RETAILER, [CUSTOMER], []),
  'clock.until-next-change': (on) => memberships(on).untilNextChange(),

  'evaluation.slice': ({ tx }) => population.slice(tx, RETAILER, null, 1),
  'evaluation.evaluate': ({ tx }) => population.evaluate(tx, { id: SEGMENT, cause: 'definition' }, context(), SLICE),
  'evaluation.delete-slice': ({ tx }) => population.deleteSlice(tx, RETAILER, SEGMENT, SLICE),

  'ledger.claim': (on) => ledger(on).claim(on.tx, RETAILER, 'worker', 1, 1),
  'ledger.renew': (on) => ledger(on).renew('worker', [], 1),
  'ledger.lock-held': (on) => ledger(on).lockHeld(on.tx, 'worker', RETAILER, []),
  'ledger.decide': (on) => ledger(on).decide(on.tx, [TRANSITION]),
  'ledger.sent-times': (on) => new LedgerQueries(on.database).sentTimes(on.tx, RETAILER, [CUSTOMER]),
  'ledger.settle': (on) => ledger(on).settle(on.tx, 'worker', [TRANSITION]),
  'ledger.requeue': (on) => ledger(on).requeue(on.tx, 'worker', [TRANSITION]),

  'enrolments.leave-ordered': ({ tx }) => enrolments.leaveOrdered(tx, RETAILER, [CUSTOMER], 'ordered'),
};
