import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('es', percent)} %`;

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `Clientes que volvieron: ${treatedReturned} de ${treated}; entre quienes no recibieron nada: ${holdoutReturned} de ${holdout}`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `Clientes que volvieron: ${treatedReturned} de ${treated} (${rate(treatedRate)}); ` +
  `entre quienes no recibieron nada: ${holdoutReturned} de ${holdout} (${rate(holdoutRate)}).`;

export const es: LiftTexts = {
  off: () =>
    'No se reservó ningún grupo de control: esta página puede contar pedidos, pero no decir qué causaron los correos.',
  empty: (_figures, windowDays) => `Nadie ha terminado todavía el plazo (${windowInWords('es', windowDays)}).`,
  split_broken: ({ treated, holdout, percent }) =>
    `Secuencia: ${treated} personas; grupo de control: ${holdout}, aunque estaba previsto el ${percent} %. ` +
    'Los grupos no se pueden comparar hasta que se aclare.',
  too_early: (figures) => `${counts(figures)}. Es demasiado pronto para decirlo.`,
  unclear: (figures) =>
    `${counts(figures)}. Todavía no se puede decir: ` +
    `entre ${figures.keptAway} clientes perdidos y ${figures.broughtBack} recuperados, todo es posible.`,
  brought_back: (figures) =>
    `${compared(figures)} Clientes recuperados gracias a los correos: unos ${figures.incremental} ` +
    `(de ${figures.near} a ${figures.far}).`,
  drove_away: (figures) =>
    `${compared(figures)} Clientes perdidos a causa de los correos: unos ${figures.incremental} ` +
    `(de ${figures.near} a ${figures.far}).`,
  moneyTooEarly: 'Hay muy pocos pedidos para hablar de dinero.',
  moneyUnclear: (low, high) => `En dinero: cualquier valor de ${low} a ${high} es posible.`,
  moneyMore: ({ total, low, high }) => `Unos ${total} más de ingresos (de ${low} a ${high}).`,
  moneyLess: ({ total, low, high }) => `Unos ${total} menos de ingresos (de ${low} a ${high}).`,
  chart: {
    title: 'Clientes que los correos hicieron volver',
    band: 'Zona coloreada: intervalo del 95 %',
    empty: 'Es demasiado pronto para saberlo.',
  },
  attributed: (orders, clicks) =>
    `Pedidos con un código personal: ${orders}; después de un clic: ${clicks}. Algunos se habrían hecho igualmente.`,
};
