/** The fixed words of the layout in one language. */
export interface LayoutWords {
  readonly dir: 'ltr' | 'rtl';
  readonly unsubscribe: string;
  readonly viewInBrowser: string;
  readonly preferences: string;
  readonly useCode: string;
  /** Before the end of an offer in words. */
  readonly ends: string;
  readonly shopNow: string;
}

/** By primary subtag. A new language needs nothing but an entry. */
const WORDS: Readonly<Record<string, LayoutWords>> = {
  en: {
    dir: 'ltr',
    unsubscribe: 'Unsubscribe',
    viewInBrowser: 'View in browser',
    preferences: 'Preferences',
    useCode: 'Use code',
    ends: 'Ends',
    shopNow: 'Shop now',
  },
  de: {
    dir: 'ltr',
    unsubscribe: 'Abmelden',
    viewInBrowser: 'Im Browser ansehen',
    preferences: 'Einstellungen',
    useCode: 'Gutscheincode',
    ends: 'Gültig bis',
    shopNow: 'Jetzt entdecken',
  },
  fr: {
    dir: 'ltr',
    unsubscribe: 'Se désabonner',
    viewInBrowser: 'Voir dans le navigateur',
    preferences: 'Préférences',
    useCode: 'Code promo',
    ends: "Valable jusqu'au",
    shopNow: 'Découvrir',
  },
  es: {
    dir: 'ltr',
    unsubscribe: 'Darse de baja',
    viewInBrowser: 'Ver en el navegador',
    preferences: 'Preferencias',
    useCode: 'Usa el código',
    ends: 'Válido hasta el',
    shopNow: 'Comprar ahora',
  },
  ja: {
    dir: 'ltr',
    unsubscribe: '配信停止',
    viewInBrowser: 'ブラウザで表示',
    preferences: '配信設定',
    useCode: 'クーポンコード',
    ends: '有効期限：',
    shopNow: '今すぐ見る',
  },
  ar: {
    dir: 'rtl',
    unsubscribe: 'إلغاء الاشتراك',
    viewInBrowser: 'عرض في المتصفح',
    preferences: 'التفضيلات',
    useCode: 'استخدم الرمز',
    ends: 'ينتهي في',
    shopNow: 'تسوّق الآن',
  },
};

const RTL = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi']);

/** The words of the language, or English ones with the direction of the language. */
export function layoutWords(language = 'en'): LayoutWords {
  const [primary = 'en'] = language.toLowerCase().split('-');
  const english = WORDS.en;
  const words = WORDS[primary] ?? english;
  if (!words) throw new Error('no words');
  return { ...words, dir: RTL.has(primary) ? 'rtl' : 'ltr' };
}
