import type { ImportedCustomer, ImportedOrder, ImportedRecords } from '../../commerce/imported/records.js';
import type { ImportLine, RefusedLine } from './lines.js';

/** Some lines of a file in their order. The records are taken out of the lines here, while the file is read. */
export class LineBatch implements ImportedRecords {
  readonly orders: ImportedOrder[] = [];
  readonly customers: ImportedCustomer[] = [];
  readonly refused: RefusedLine[] = [];
  /** The line of each record. */
  readonly lineNumbers: number[] = [];

  /** How many lines there are. */
  get size(): number {
    return this.lineNumbers.length + this.refused.length;
  }

  add(line: ImportLine): void {
    if ('refused' in line) {
      this.refused.push(line.refused);
      return;
    }
    this.lineNumbers.push(line.line);
    if (line.accepted.kind === 'order') this.orders.push(line.accepted.order);
    else this.customers.push(line.accepted.customer);
  }
}
