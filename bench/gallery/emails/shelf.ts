import type { ProductImageName } from '#libs/simulators';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The products of the store, in the order of its lists. */
export const SHELF: readonly {
  readonly shown: ProductImageName;
  readonly price: string;
  readonly before?: string;
}[] = [
  { shown: 'mug', price: '24.00' },
  { shown: 'vase', price: '54.00', before: '68.00' },
  { shown: 'candle', price: '28.50' },
  { shown: 'plant', price: '32.00' },
  { shown: 'lamp', price: '89.00', before: '110.00' },
  { shown: 'soap', price: '12.00' },
];

/** Their titles, in the same order. */
export const TITLES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Stoneware mug', 'Ribbed vase', 'Fig and cedar candle', 'Pilea in a clay pot', 'Linen table lamp', 'Olive soap'],
  de: [
    'Becher aus Steinzeug',
    'Gerippte Vase',
    'Kerze Feige und Zeder',
    'Pilea im Tontopf',
    'Tischlampe aus Leinen',
    'Olivenseife',
  ],
  fr: [
    'Tasse en grès',
    'Vase strié',
    'Bougie figue et cèdre',
    'Pilea en pot de terre',
    'Lampe de table en lin',
    'Savon à l’olive',
  ],
  es: [
    'Taza de gres',
    'Jarrón acanalado',
    'Vela de higo y cedro',
    'Pilea en maceta de barro',
    'Lámpara de lino',
    'Jabón de oliva',
  ],
  ja: [
    'ストーンウェアのマグ',
    'リブ模様の花瓶',
    'イチジクと杉のキャンドル',
    'ピレアの素焼き鉢',
    'リネンのテーブルランプ',
    'オリーブ石けん',
  ],
  ar: [
    'كوب من الخزف الحجري',
    'مزهرية مضلعة',
    'شمعة بالتين والأرز',
    'نبتة في أصيص طيني',
    'مصباح طاولة من الكتان',
    'صابون الزيتون',
  ],
};
