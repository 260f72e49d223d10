import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('en', percent)} %`;
const customers = (count: number): string => `${count} customer${count === 1 ? '' : 's'}`;

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `${treatedReturned} of ${treated} came back; of the ${holdout} who got nothing ${holdoutReturned} did`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `${treatedReturned} of ${treated} came back (${rate(treatedRate)}); ` +
  `of the ${holdout} who got nothing ${holdoutReturned} did (${rate(holdoutRate)}).`;

/** The reference cases of lift fix these words, also "e-mails". */
export const en: LiftTexts = {
  off: () => 'No group was held back, so this page can count orders but cannot say what the e-mails caused.',
  empty: (_figures, windowDays) => `Nobody has finished the ${windowInWords('en', windowDays)} yet.`,
  split_broken: ({ treated, holdout, percent }) =>
    `${treated} got the sequence and ${holdout} ${holdout === 1 ? 'was' : 'were'} held back, but ${percent} % were to be ` +
    'held back: the groups cannot be compared until this is understood.',
  too_early: (figures) => `${counts(figures)}: too early to tell.`,
  unclear: (figures) =>
    `${counts(figures)}: we cannot yet tell. ` +
    `Anything from ${customers(figures.keptAway)} kept away to ${figures.broughtBack} brought back fits.`,
  brought_back: (figures) =>
    `${compared(figures)} The e-mails brought back about ${customers(figures.incremental)} ` +
    `(${figures.near} to ${figures.far}).`,
  drove_away: (figures) =>
    `${compared(figures)} The e-mails cost about ${customers(figures.incremental)} (${figures.near} to ${figures.far}).`,
  moneyTooEarly: 'Too few orders to speak of money.',
  moneyUnclear: (low, high) => `In money: anything from ${low} to ${high} fits.`,
  moneyMore: ({ total, low, high }) => `About ${total} more revenue (${low} to ${high}).`,
  moneyLess: ({ total, low, high }) => `About ${total} less revenue (${low} to ${high}).`,
  chart: {
    title: 'Customers brought back by the e-mails',
    band: 'Shaded: 95 % interval',
    empty: 'Too early to tell.',
  },
  attributed: (orders, clicks) =>
    `${orders} order${orders === 1 ? '' : 's'} used a personal code, ${clicks} followed a click; some would have bought anyway.`,
};
