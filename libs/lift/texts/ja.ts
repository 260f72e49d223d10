import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('ja', percent)}%`;

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `${treated}人のうち${treatedReturned}人が戻りました。メールを受け取らなかった${holdout}人では${holdoutReturned}人です。`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `${treated}人のうち${treatedReturned}人が戻りました（${rate(treatedRate)}）。` +
  `メールを受け取らなかった${holdout}人では${holdoutReturned}人です（${rate(holdoutRate)}）。`;

export const ja: LiftTexts = {
  off: () => '比較グループがないため、注文数は数えられますが、メールの効果は判断できません。',
  empty: (_figures, windowDays) => `まだ誰も期間（${windowInWords('ja', windowDays)}）を終えていません。`,
  split_broken: ({ treated, holdout, percent }) =>
    `配信は${treated}人、比較グループは${holdout}人ですが、予定は${percent}%でした。原因がわかるまで比較できません。`,
  too_early: (figures) => `${counts(figures)}判断するにはまだ早すぎます。`,
  unclear: (figures) =>
    `${counts(figures)}まだ判断できません。` +
    `${figures.keptAway}人の減少から${figures.broughtBack}人の増加まで、どの可能性もあります。`,
  brought_back: (figures) =>
    `${compared(figures)}メールによって戻った人は約${figures.incremental}人です（${figures.near}〜${figures.far}人）。`,
  drove_away: (figures) =>
    `${compared(figures)}メールによって失った人は約${figures.incremental}人です（${figures.near}〜${figures.far}人）。`,
  moneyTooEarly: '金額について述べるには注文が少なすぎます。',
  moneyUnclear: (low, high) => `金額では、${low}から${high}までのどの可能性もあります。`,
  moneyMore: ({ total, low, high }) => `売上は約${total}増えました（${low}〜${high}）。`,
  moneyLess: ({ total, low, high }) => `売上は約${total}減りました（${low}〜${high}）。`,
  chart: {
    title: 'メールによって戻ったお客様の人数',
    band: '網かけ：95%の区間',
    empty: '判断するにはまだ早すぎます。',
  },
  attributed: (orders, clicks) =>
    `個人用コードを使った注文は${orders}件、クリック後の注文は${clicks}件です。その一部はメールがなくても購入されたはずです。`,
};
