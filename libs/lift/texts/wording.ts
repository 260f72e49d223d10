/** The figures of the sentence about customers. All are counts, except for `percent` and the two rates in percent. */
export interface Figures {
  readonly percent: number;
  readonly treated: number;
  readonly treatedReturned: number;
  readonly holdout: number;
  readonly holdoutReturned: number;
  readonly treatedRate: number;
  readonly holdoutRate: number;
  /** How many customers the sequence brought back or drove away, and the ends of that figure's interval. */
  readonly incremental: number;
  readonly near: number;
  readonly far: number;
  /** The ends of an interval that holds zero. */
  readonly keptAway: number;
  readonly broughtBack: number;
}

/** Amounts of money, ready to be read. */
export interface Amounts {
  readonly total: string;
  readonly low: string;
  readonly high: string;
}

type Sentence = (figures: Figures, windowDays: number) => string;

/** What merchants read about an experiment, in one language. */
export interface LiftTexts {
  readonly off: Sentence;
  readonly empty: Sentence;
  readonly split_broken: Sentence;
  readonly too_early: Sentence;
  readonly unclear: Sentence;
  readonly brought_back: Sentence;
  readonly drove_away: Sentence;
  readonly moneyTooEarly: string;
  readonly moneyUnclear: (low: string, high: string) => string;
  readonly moneyMore: (amounts: Amounts) => string;
  readonly moneyLess: (amounts: Amounts) => string;
  /** The words in the chart of the interval. */
  readonly chart: { readonly title: string; readonly band: string; readonly empty: string };
  /** `orders` used a code, `clicks` are orders after a click. */
  readonly attributed: (orders: number, clicks: number) => string;
}
