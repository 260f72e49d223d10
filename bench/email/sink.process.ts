import { SmtpSink } from '#libs/simulators';
import { answerParent } from '../support/children.js';

/** The sink of both contenders: counts emails and drops them. */
const sink = await SmtpSink.start({ keep: false });

export interface SinkState {
  readonly url: string;
  readonly taken: number;
}

answerParent<object, SinkState>(() => ({ url: sink.url, taken: sink.taken }));
