import type { InputError } from '#libs/kernel';
import type { MessageCounts, MessageView } from '../../email/ledger/mailing.js';
import type { Execution, ExecutionMode } from '../runs/execution.entity.js';

/** One run of a sequence, for people. */
export interface ExecutionView extends Pick<
  Execution,
  'sequenceId' | 'sequenceVersion' | 'mode' | 'trigger' | 'repeat' | 'status' | 'audience' | 'createdAt' | 'finishedAt'
> {
  readonly executionId: string;
  readonly counts: MessageCounts;
  /** Of a dry run: the counts of a live run with `repeat: true`. Null otherwise. */
  readonly countsWithRepeat: MessageCounts | null;
}

/** An execution as it is answered to whoever starts it. */
export interface StartedExecution extends ExecutionView {
  /** What would keep a live run from starting, with pointers into the brand; empty for a live run. */
  readonly warnings: readonly InputError[];
}

/** One message of an execution; in a dry run what would become of it. */
export interface ExecutionMessage extends Omit<MessageView, 'id' | 'messageId'> {
  readonly messageId: string | null;
}

/** What is asked for with an execution. */
export interface ExecutionRequest {
  readonly mode?: ExecutionMode | undefined;
  /** Addresses; for `test` only. */
  readonly recipients?: readonly string[] | undefined;
  /** A segment's name instead of the sequence's own. */
  readonly segment?: string | undefined;
  readonly steps?: 'first' | 'all' | readonly string[] | undefined;
  /** Mails those again who have received the sequence, whatever its re-entry policy says. */
  readonly repeat?: boolean | undefined;
}
