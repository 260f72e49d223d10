/** How a job is run. Every job has to say all of it, so nothing is left to a default that nobody chose. */
export interface JobPolicy {
  /** Runs in all, the first included. 1 where Postgres keeps the retry state and a sweep starts the next run. */
  readonly attempts: number;
  /** First pause between runs in ms; it doubles each time, with full jitter. */
  readonly backoffMs: number;
  /** Jobs of this name at the same time in one worker process. */
  readonly concurrency: number;
  /** A run that takes longer counts as failed. */
  readonly timeoutMs: number;
}

type PayloadClass = new () => object;

interface JobDeclaration<P extends PayloadClass = PayloadClass> {
  /** Its decorators say what is valid. */
  readonly payload: P;
  readonly policy: JobPolicy;
}

/** One line of a catalogue. */
export const job = <P extends PayloadClass>(payload: P, policy: JobPolicy): JobDeclaration<P> => ({ payload, policy });

/**
 * Empty here. The service adds its catalogue, `declare module '#libs/queue' { interface JobTypes { catalogue: typeof JOBS } }`,
 * and from then on the compiler checks the name and the payload of each job.
 * @public
 */
export interface JobTypes {}

type Declarations = Readonly<Record<string, JobDeclaration>>;
type Catalogue = JobTypes extends { readonly catalogue: infer C extends Declarations } ? C : Declarations;

export type JobName = keyof Catalogue;
export type JobPayload<N extends JobName> = InstanceType<Catalogue[N]['payload']>;

/** The jobs of a service: name, payload, policy. One Bull queue for each. */
export type JobCatalogue = Readonly<Record<JobName, JobDeclaration>>;
/** Injection token of the `JobCatalogue`. */
export const JOB_CATALOGUE = Symbol('job-catalogue');

export const namesOf = (catalogue: JobCatalogue): JobName[] => Object.keys(catalogue) as JobName[];
