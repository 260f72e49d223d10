import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('fr', percent)} %`;

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `Clients revenus : ${treatedReturned} sur ${treated} ; parmi ceux qui n’ont rien reçu : ${holdoutReturned} sur ${holdout}`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `Clients revenus : ${treatedReturned} sur ${treated} (${rate(treatedRate)}) ; ` +
  `parmi ceux qui n’ont rien reçu : ${holdoutReturned} sur ${holdout} (${rate(holdoutRate)}).`;

export const fr: LiftTexts = {
  off: () =>
    'Aucun groupe témoin : cette page peut compter les commandes, mais pas dire ce que les e-mails ont provoqué.',
  empty: (_figures, windowDays) => `Personne n’a encore terminé la période (${windowInWords('fr', windowDays)}).`,
  split_broken: ({ treated, holdout, percent }) =>
    `Séquence : ${treated} personnes, groupe témoin : ${holdout}, alors que ${percent} % étaient prévus. ` +
    'Les groupes ne peuvent pas être comparés tant que ce n’est pas expliqué.',
  too_early: (figures) => `${counts(figures)}. Il est trop tôt pour conclure.`,
  unclear: (figures) =>
    `${counts(figures)}. On ne peut pas encore conclure : ` +
    `entre ${figures.keptAway} clients perdus et ${figures.broughtBack} regagnés, tout est possible.`,
  brought_back: (figures) =>
    `${compared(figures)} Clients regagnés grâce aux e-mails : environ ${figures.incremental} ` +
    `(${figures.near} à ${figures.far}).`,
  drove_away: (figures) =>
    `${compared(figures)} Clients perdus à cause des e-mails : environ ${figures.incremental} ` +
    `(${figures.near} à ${figures.far}).`,
  moneyTooEarly: 'Trop peu de commandes pour parler d’argent.',
  moneyUnclear: (low, high) => `En argent : tout est possible entre ${low} et ${high}.`,
  moneyMore: ({ total, low, high }) => `Environ ${total} de chiffre d’affaires en plus (${low} à ${high}).`,
  moneyLess: ({ total, low, high }) => `Environ ${total} de chiffre d’affaires en moins (${low} à ${high}).`,
  chart: {
    title: 'Clients que les e-mails ont fait revenir',
    band: 'Zone colorée : intervalle à 95 %',
    empty: 'Il est trop tôt pour conclure.',
  },
  attributed: (orders, clicks) =>
    `Commandes avec un code personnel : ${orders}, après un clic : ${clicks}. Certaines auraient eu lieu de toute façon.`,
};
