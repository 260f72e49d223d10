const WIDTH = 32;

/** A progress bar on a terminal; elsewhere a line for each tenth. */
export class Progress {
  private done = 0;
  private shown = -1;

  constructor(
    private readonly label: string,
    private readonly total: number,
  ) {}

  advance(): void {
    this.done += 1;
    const steps = process.stdout.isTTY ? 200 : 10;
    const step = Math.floor((this.done / this.total) * steps);
    if (step === this.shown && this.done < this.total) return;
    this.shown = step;
    if (process.stdout.isTTY) this.draw();
    else console.log(`  ${this.label}: ${this.done} of ${this.total}`);
  }

  private draw(): void {
    const filled = Math.round((this.done / this.total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    process.stdout.write(
      `\r  ${bar} ${this.done} of ${this.total} ${this.label}${this.done === this.total ? '\n' : ''}`,
    );
  }
}
