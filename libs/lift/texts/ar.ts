import { rateInWords, windowInWords } from './duration.js';
import type { Figures, LiftTexts } from './wording.js';

const rate = (percent: number): string => `${rateInWords('ar', percent)}%`;

const counts = ({ treated, treatedReturned, holdout, holdoutReturned }: Figures): string =>
  `عدد العائدين: ${treatedReturned} من ${treated}؛ وممن لم يتلقوا شيئًا: ${holdoutReturned} من ${holdout}`;

const compared = ({ treated, treatedReturned, holdout, holdoutReturned, treatedRate, holdoutRate }: Figures): string =>
  `عدد العائدين: ${treatedReturned} من ${treated} (${rate(treatedRate)})؛ ` +
  `وممن لم يتلقوا شيئًا: ${holdoutReturned} من ${holdout} (${rate(holdoutRate)}).`;

export const ar: LiftTexts = {
  off: () => 'لا توجد مجموعة مقارنة: يمكن لهذه الصفحة عدّ الطلبات، لكنها لا تستطيع أن تقول ما الذي أحدثته الرسائل.',
  empty: (_figures, windowDays) => `لم يُكمل أحد المدة بعد (${windowInWords('ar', windowDays)}).`,
  split_broken: ({ treated, holdout, percent }) =>
    `عدد من تلقوا الرسائل: ${treated}، ومجموعة المقارنة: ${holdout}، بينما كان المخطط ${percent}%. ` +
    'لا يمكن مقارنة المجموعتين قبل معرفة السبب.',
  too_early: (figures) => `${counts(figures)}. من المبكر الحكم.`,
  unclear: (figures) =>
    `${counts(figures)}. لا يمكن الحكم بعد: كل شيء ممكن من خسارة ${figures.keptAway} إلى استعادة ${figures.broughtBack}.`,
  brought_back: (figures) =>
    `${compared(figures)} عدد من أعادتهم الرسائل: نحو ${figures.incremental} (من ${figures.near} إلى ${figures.far}).`,
  drove_away: (figures) =>
    `${compared(figures)} عدد من خسرناهم بسبب الرسائل: نحو ${figures.incremental} (من ${figures.near} إلى ${figures.far}).`,
  moneyTooEarly: 'الطلبات أقل من أن نتحدث عن المال.',
  moneyUnclear: (low, high) => `بالمال: كل قيمة من ${low} إلى ${high} ممكنة.`,
  moneyMore: ({ total, low, high }) => `إيرادات أكثر بنحو ${total} (من ${low} إلى ${high}).`,
  moneyLess: ({ total, low, high }) => `إيرادات أقل بنحو ${total} (من ${low} إلى ${high}).`,
  chart: {
    title: 'عدد العملاء الذين أعادتهم الرسائل',
    band: 'المنطقة المظللة: مجال الثقة 95%',
    empty: 'من المبكر الحكم.',
  },
  attributed: (orders, clicks) =>
    `طلبات استخدمت رمزًا شخصيًا: ${orders}، وطلبات تلت نقرة: ${clicks}. كان بعضها سيتم على أي حال.`,
};
