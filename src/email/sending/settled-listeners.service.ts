import { Injectable } from '@nestjs/common';

/** The listeners for settled messages. */
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
