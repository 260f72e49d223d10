/** Work under way in this process, by key: whoever asks for the same key meanwhile shares its outcome. */
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
