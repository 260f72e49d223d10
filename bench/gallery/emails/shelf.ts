import type { ProductImageName } from '#libs/simulators';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The products of the store, in the order of its lists. */
export const SHELF: readonly {
  readonly picture: ProductImageName;
  readonly price: string;
  readonly before?: string;
}[] = [
  { picture: 'mug', price: '24.00' },
  { picture: 'vase', price: '54.00', before: '68.00' },
  { picture: 'candle', price: '28.50' },
  { picture: 'plant', price: '32.00' },
  { picture: 'lamp', price: '89.00', before: '110.00' },
  { picture: 'soap', price: '12.00' },
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
