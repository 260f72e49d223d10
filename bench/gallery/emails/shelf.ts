import type { ProductImageName } from '#libs/simulators';
import type { LibraryLanguage } from '../../../src/sequences/library/catalogue.js';

interface ShelfProduct {
  readonly shown: ProductImageName;
  /** Of its photograph, in pixels: stores have wide and tall ones. */
  readonly size: readonly [width: number, height: number];
  readonly price: string;
  readonly before?: string;
}

/** The products of a store, in the order of its lists, and their titles in the same order. */
export interface Shelf {
  readonly products: readonly ShelfProduct[];
  readonly titles: Readonly<Partial<Record<LibraryLanguage, readonly string[]>>>;
}

const SQUARE = [640, 640] as const;
const TALL = [640, 860] as const;
const WIDE = [860, 640] as const;

export const imageUrlOf = (name: ProductImageName): string => `https://images.example/${name}.jpg`;

export const JUNIPER_SHELF: Shelf = {
  products: [
    { shown: 'mug', size: SQUARE, price: '24.00' },
    { shown: 'vase', size: TALL, price: '54.00', before: '68.00' },
    { shown: 'candle', size: SQUARE, price: '28.50' },
    { shown: 'plant', size: SQUARE, price: '32.00' },
    { shown: 'lamp', size: TALL, price: '89.00', before: '110.00' },
    { shown: 'soap', size: WIDE, price: '12.00' },
    { shown: 'notebook', size: SQUARE, price: '18.00' },
    { shown: 'tote', size: SQUARE, price: '29.00' },
  ],
  titles: {
    en: [
      'Stoneware mug',
      'Ribbed vase',
      'Fig and cedar candle',
      'Pilea in a clay pot',
      'Linen table lamp',
      'Olive soap',
      'Linen notebook',
      'Canvas tote',
    ],
    de: [
      'Becher aus Steinzeug',
      'Gerippte Vase',
      'Kerze Feige und Zeder',
      'Pilea im Tontopf',
      'Tischlampe aus Leinen',
      'Olivenseife',
      'Notizbuch in Leinen',
      'Tasche aus Canvas',
    ],
    fr: [
      'Tasse en grès',
      'Vase strié',
      'Bougie figue et cèdre',
      'Pilea en pot de terre',
      'Lampe de table en lin',
      'Savon à l’olive',
      'Carnet en lin',
      'Cabas en toile',
    ],
    es: [
      'Taza de gres',
      'Jarrón acanalado',
      'Vela de higo y cedro',
      'Pilea en maceta de barro',
      'Lámpara de lino',
      'Jabón de oliva',
      'Cuaderno de lino',
      'Bolsa de lona',
    ],
    ja: [
      'ストーンウェアのマグ',
      'リブ模様の花瓶',
      'イチジクと杉のキャンドル',
      'ピレアの素焼き鉢',
      'リネンのテーブルランプ',
      'オリーブ石けん',
      'リネンのノート',
      'キャンバストート',
    ],
    ar: [
      'كوب من الخزف الحجري',
      'مزهرية مضلعة',
      'شمعة بالتين والأرز',
      'نبتة في أصيص طيني',
      'مصباح طاولة من الكتان',
      'صابون الزيتون',
      'دفتر من الكتان',
      'حقيبة من القماش',
    ],
  },
};

export const FELL_SHELF: Shelf = {
  products: [
    { shown: 'backpack', size: TALL, price: '119.00', before: '149.00' },
    { shown: 'bottle', size: SQUARE, price: '34.00' },
    { shown: 'sneaker', size: WIDE, price: '95.00', before: '120.00' },
    { shown: 'scarf', size: SQUARE, price: '59.00' },
    { shown: 'notebook', size: SQUARE, price: '18.00' },
    { shown: 'tote', size: SQUARE, price: '29.00', before: '36.00' },
    { shown: 'mug', size: SQUARE, price: '16.00' },
    { shown: 'soap', size: WIDE, price: '9.00' },
  ],
  titles: {
    en: [
      'Day pack, 18 l',
      'Insulated bottle, 0.75 l',
      'Canvas sneaker',
      'Merino scarf',
      'Linen notebook',
      'Canvas tote',
      'Camp mug',
      'Trail soap',
    ],
    de: [
      'Tagesrucksack, 18 l',
      'Trinkflasche, 0,75 l',
      'Sneaker aus Canvas',
      'Schal aus Merinowolle',
      'Notizbuch',
      'Tasche aus Canvas',
      'Becher für unterwegs',
      'Seife für unterwegs',
    ],
    fr: [
      'Sac à dos, 18 l',
      'Gourde isotherme, 0,75 l',
      'Baskets en toile',
      'Écharpe en mérinos',
      'Carnet en lin',
      'Cabas en toile',
      'Tasse de camp',
      'Savon de rando',
    ],
    es: [
      'Mochila de 18 l',
      'Botella térmica de 0,75 l',
      'Zapatillas de lona',
      'Bufanda de merino',
      'Cuaderno de lino',
      'Bolsa de lona',
      'Taza de campamento',
      'Jabón de viaje',
    ],
  },
};
