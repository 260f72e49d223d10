/** Runs the work of a key once at a time in this process. Callers that come meanwhile get the same outcome. */
export class SingleFlight<T> {
  private readonly underWay = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.underWay.get(key);
    if (running) return running;
    const flight = work().finally(() => this.underWay.delete(key));
    this.underWay.set(key, flight);
    return flight;
  }

  has(key: string): boolean {
    return this.underWay.has(key);
  }
}
