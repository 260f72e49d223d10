import { api, ask, type Schema } from '../../api.js';
import { everyPage } from '../../every-page.js';
import { brandId, ofItsBrand } from '../../brand.js';

export type Sequence = Schema<'SequenceAnswer'>;
export type Saved = Schema<'SavedSequenceAnswer'>;
/** A sequence as somebody writes it. */
export type Definition = Omit<Schema<'PutSequenceBody'>, 'version'>;
export type Step = Schema<'SequenceStep'>;
export type Execution = Schema<'ExecutionAnswer'>;
export type Template = Schema<'EmailTemplateAnswer'>;

export const listSequences = (): Promise<readonly Sequence[]> =>
  everyPage((page) => ask(api.GET('/retailer/sequences', { params: { query: { brandId: brandId(), ...page } } })));

export const getSequence = async (id: string): Promise<Sequence> =>
  ofItsBrand(await ask(api.GET('/retailer/sequences/{id}', { params: { path: { id } } })));

/** The definition alone, as PUT takes it. */
export function definitionOf(sequence: Sequence): Definition {
  const {
    id: _id,
    version: _version,
    pausedAt: _at,
    pausedBy: _by,
    automatic: _automatic,
    createdAt: _created,
    updatedAt: _updated,
    ...body
  } = sequence;
  return body;
}

export const putSequence = (id: string, body: Schema<'PutSequenceBody'>): Promise<Saved> =>
  ask(api.PUT('/retailer/sequences/{id}', { params: { path: { id } }, body }));

export const removeSequence = async (id: string): Promise<void> => {
  await ask(api.DELETE('/retailer/sequences/{id}', { params: { path: { id } } }));
};

export const pauseSequence = (id: string) =>
  ask(api.POST('/retailer/sequences/{id}/pause', { params: { path: { id } } }));

export const resumeSequence = (id: string) =>
  ask(api.POST('/retailer/sequences/{id}/resume', { params: { path: { id } } }));

export const listTemplates = (): Promise<readonly Template[]> =>
  everyPage((query) => ask(api.GET('/retailer/email-templates', { params: { query } })));

export const applyTemplate = (id: Template['id'], body: Schema<'UseTemplateBody'>): Promise<Saved> =>
  ask(api.POST('/retailer/email-templates/{id}/use', { params: { path: { id } }, body }));

export type Recipient = { readonly as: 'longest_name' | 'no_name' | 'right_to_left' } | { readonly customerId: string };

export const previewStep = (id: string, step: string, recipient: Recipient) =>
  ask(api.GET('/retailer/sequences/{id}/steps/{step}/preview', { params: { path: { id, step }, query: recipient } }));

/** An email of a definition that is not saved, and what a save would warn of. A refusal names every mistake. */
export const previewDraft = (draft: Definition, step: string, recipient: Recipient) =>
  ask(api.POST('/retailer/sequences/preview', { body: { ...draft, step, ...recipient } }));

/** The newest runs that may have sent something. Each review of a plan makes a dry run, which would hide them. */
export async function listExecutions(id: string): Promise<readonly Execution[]> {
  const query = { limit: 20, dryRuns: 'false' as const };
  return (await ask(api.GET('/retailer/sequences/{id}/executions', { params: { path: { id }, query } }))).items;
}

const MONTH_MS = 30 * 86_400_000;

/** How many people entered the segment in the last 30 days and would have got the sequence. */
export async function enteredLately(id: string, segment: string): Promise<number> {
  const now = Date.now();
  const body = {
    from: new Date(now - MONTH_MS).toISOString(),
    // The clock of this machine may be ahead of that of the service.
    to: new Date(now - 60_000).toISOString(),
    segment,
  };
  return (await ask(api.POST('/retailer/sequences/{id}/backtest', { params: { path: { id } }, body }))).entries;
}

export const getExecution = (id: string): Promise<Execution> =>
  ask(api.GET('/retailer/executions/{id}', { params: { path: { id } } }));

export const cancelExecution = (id: string) =>
  ask(api.POST('/retailer/executions/{id}/cancel', { params: { path: { id } }, body: {} }));

export interface Wanted {
  readonly state?: Schema<'MessageAnswer'>['state'];
  readonly reason?: string;
  readonly clicked?: 'true';
}

export const messagesOf = (id: string, cursor: string | null, wanted: Wanted) =>
  ask(
    api.GET('/retailer/executions/{id}/messages', {
      params: { path: { id }, query: { limit: 50, ...wanted, ...(cursor === null ? {} : { cursor }) } },
    }),
  );

export const execute = (id: string, body: Schema<'ExecuteBody'>) =>
  ask(api.POST('/retailer/sequences/{id}/execute', { params: { path: { id } }, body }));

export const planSequence = (id: string): Promise<Plan> =>
  ask(api.POST('/retailer/sequences/{id}/plan', { params: { path: { id } }, body: {} }));

export const approvePlan = (id: string, planHash: string) =>
  ask(api.POST('/retailer/sequences/{id}/approve', { params: { path: { id } }, body: { planHash } }));

/** Approves that a version of a sequence starts by itself. */
export const approveVersion = (id: string, version: number) =>
  ask(api.POST('/retailer/sequences/{id}/approve', { params: { path: { id } }, body: { version } }));

export type Plan = Schema<'PlanAnswer'>;

export const trendOf = (id: string): Promise<Schema<'RevenueTrendAnswer'>> =>
  ask(api.GET('/retailer/sequences/{id}/results/trend', { params: { path: { id } } }));

export const resultsOf = (id: string, language: string) =>
  ask(
    api.GET('/retailer/sequences/{id}/results', {
      params: { path: { id }, header: { 'accept-language': language } },
    }),
  );
