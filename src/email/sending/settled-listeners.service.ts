import { Injectable } from '@nestjs/common';

/** Calls listeners after messages of a retailer are settled. */
@Injectable()
export class SettledListenersService {
  private readonly listeners: ((retailerId: string) => void)[] = [];

  add(listener: (retailerId: string) => void): void {
    this.listeners.push(listener);
  }

  notify(retailerId: string): void {
    for (const listener of this.listeners) listener(retailerId);
  }
}
