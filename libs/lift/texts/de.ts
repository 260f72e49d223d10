import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('de', percent)} %`;
const came = (count: number): string => (count === 1 ? 'kam' : 'kamen');

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `${treatedReturned} von ${treated} ${came(treatedReturned)} zurück; ` +
  `von den ${holdout} ohne E-Mails ${came(holdoutReturned)} ${holdoutReturned}`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `${treatedReturned} von ${treated} ${came(treatedReturned)} zurück (${rate(treatedRate)}); ` +
  `von den ${holdout} ohne E-Mails ${came(holdoutReturned)} ${holdoutReturned} (${rate(holdoutRate)}).`;

export const de: LiftTexts = {
  off: () =>
    'Es wurde keine Gruppe zurückgehalten. Diese Seite kann Bestellungen zählen, aber nicht sagen, was die E-Mails bewirkt haben.',
  empty: (_figures, windowDays) => `Noch für niemanden ist die Frist abgelaufen (${windowInWords('de', windowDays)}).`,
  split_broken: ({ treated, holdout, percent }) =>
    `${treated} bekamen die E-Mails und ${holdout} wurden zurückgehalten, geplant waren aber ${percent} %: ` +
    'Die Gruppen lassen sich nicht vergleichen, bis das geklärt ist.',
  too_early: (figures) => `${counts(figures)}: für eine Aussage ist es zu früh.`,
  unclear: (figures) =>
    `${counts(figures)}: noch nicht zu entscheiden. ` +
    `Möglich ist alles von ${figures.keptAway} verlorenen bis ${figures.broughtBack} zurückgewonnenen Kunden.`,
  brought_back: (figures) =>
    `${compared(figures)} Zurückgewonnene Kunden durch die E-Mails: etwa ${figures.incremental} ` +
    `(${figures.near} bis ${figures.far}).`,
  drove_away: (figures) =>
    `${compared(figures)} Verlorene Kunden durch die E-Mails: etwa ${figures.incremental} ` +
    `(${figures.near} bis ${figures.far}).`,
  moneyTooEarly: 'Für eine Aussage über Geld sind es zu wenige Bestellungen.',
  moneyUnclear: (low, high) => `In Geld: Alles von ${low} bis ${high} ist möglich.`,
  moneyMore: ({ total, low, high }) => `Etwa ${total} mehr Umsatz (${low} bis ${high}).`,
  moneyLess: ({ total, low, high }) => `Etwa ${total} weniger Umsatz (${low} bis ${high}).`,
  chart: {
    title: 'Kunden, die die E-Mails zurückgeholt haben',
    band: 'Fläche: 95-%-Intervall',
    empty: 'Noch zu früh für eine Aussage.',
  },
  attributed: (orders, clicks) =>
    `Bestellungen mit persönlichem Code: ${orders}, nach einem Klick: ${clicks}. Einige davon wären auch so gekommen.`,
};
