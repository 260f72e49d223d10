import { SmtpSink } from '#libs/simulators';
import { answerParent } from '../support/children.js';

/** The same sink for both: takes emails, counts them and forgets them. */
const sink = await SmtpSink.start({ keep: false });

export interface SinkState {
  readonly url: string;
  readonly taken: number;
}

answerParent<object, SinkState>(() => ({ url: sink.url, taken: sink.taken }));
