import type { QueryRunner } from 'typeorm';

/**
 * A migration is an expand step: the version before it works while it is applied and afterwards. A migration that
 * removes what an earlier version used is a contract step. Its `contracts` names the version from which on no code uses
 * what it removes, and it may be released only after that version. A check reads the statements of every expand step.
 */
export interface ContractStep {
  readonly contracts: string;
}

/**
 * A migration with work that is too long for its transaction. `prepare` runs before it, outside of a transaction,
 * while the version before is working, and again after an interruption. The table that it is for may not exist yet.
 */
export interface PreparedStep {
  prepare(runner: QueryRunner): Promise<void>;
}
