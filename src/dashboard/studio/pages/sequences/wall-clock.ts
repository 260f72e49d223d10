const DAY_MS = 86_400_000;

/** What the clock of a time zone shows at an instant, as an input of the type datetime-local has it. */
export function toWallClock(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return Number.isNaN(at.getTime()) ? '' : format.format(at).replace(' ', 'T');
}

/** The last instant of a day, such as 2026-01-31, in a time zone. A day begins where the clock first shows it. */
export function endOfDay(day: string, timeZone: string): string {
  const next = new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return new Date(Date.parse(fromWallClock(`${next}T00:00`, timeZone)) - 1).toISOString();
}

/** The instant at which the clock of a time zone shows this. An hour that the clock leaves out is an hour later. */
export function fromWallClock(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  let at = wanted;
  // The first guess may lie on the other side of a change of the clock.
  for (let turn = 0; turn < 2; turn += 1) {
    at += wanted - Date.parse(`${toWallClock(new Date(at).toISOString(), timeZone)}Z`);
  }
  return new Date(at).toISOString();
}
