/** How a job runs. No field has a default, so every job states a choice for each. */
export interface JobPolicy {
  /** The number of runs, including the first. 1 where Postgres keeps the retries and a sweep starts the next run. */
  readonly attempts: number;
  /** The first pause between runs in ms. It doubles each time, with full jitter. */
  readonly backoffMs: number;
  /** How many jobs of this name one worker process runs at the same time. */
  readonly concurrency: number;
  /** A longer run counts as failed. */
  readonly timeoutMs: number;
}

type PayloadClass = new () => object;

interface JobDeclaration<P extends PayloadClass = PayloadClass> {
  /** The class of the payload; its decorators validate it. */
  readonly payload: P;
  readonly policy: JobPolicy;
}

/** Declares one job of a catalogue. */
export const job = <P extends PayloadClass>(payload: P, policy: JobPolicy): JobDeclaration<P> => ({ payload, policy });

/**
 * Empty here. The service adds its catalogue with `declare module '#libs/queue' { interface JobTypes { catalogue:
 * typeof JOBS } }`, and from then on the compiler checks the name and the payload of each job.
 * @public
 */
export interface JobTypes {}

type Declarations = Readonly<Record<string, JobDeclaration>>;
type Catalogue = JobTypes extends { readonly catalogue: infer C extends Declarations } ? C : Declarations;

export type JobName = keyof Catalogue;
export type JobPayload<N extends JobName> = InstanceType<Catalogue[N]['payload']>;

/** The jobs of a service, each with its payload and policy. Each has its own Bull queue. */
export type JobCatalogue = Readonly<Record<JobName, JobDeclaration>>;
/** Injection token of the `JobCatalogue`. */
export const JOB_CATALOGUE = Symbol('job-catalogue');

export const namesOf = (catalogue: JobCatalogue): JobName[] => Object.keys(catalogue) as JobName[];
