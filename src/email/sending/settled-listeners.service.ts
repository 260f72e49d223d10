import { Injectable } from '@nestjs/common';

/** Who wants to know that messages ended. */
@Injectable()
export class SettledListenersService {
  private readonly listeners: ((retailerId: string) => void)[] = [];

  add(listener: (retailerId: string) => void): void {
    this.listeners.push(listener);
  }

  tell(retailerId: string): void {
    for (const listener of this.listeners) listener(retailerId);
  }
}
