import type { Scene } from './brand.js';
import type { Language } from './shelf.js';

/** One email of the gallery. */
export interface Letter {
  readonly name: string;
  readonly caption: string;
  readonly language: Language;
  readonly hero?: { readonly scene: Scene; readonly altText: string };
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
}

/** The links to the store in the footer. */
const SHELVES: Readonly<Record<Language, readonly [shop: string, fresh: string, stores: string, help: string]>> = {
  en: ['Shop', 'New in', 'Stores', 'Help'],
  de: ['Shop', 'Neuheiten', 'Läden', 'Hilfe'],
  fr: ['Boutique', 'Nouveautés', 'Magasins', 'Aide'],
  es: ['Tienda', 'Novedades', 'Tiendas', 'Ayuda'],
  ja: ['ショップ', '新着', '店舗', 'ヘルプ'],
  ar: ['المتجر', 'وصل حديثًا', 'الفروع', 'المساعدة'],
};

const footer = (language: Language): string => {
  const [shop, fresh, stores, help] = SHELVES[language];
  return `:::footer
[${shop}]({{ shop.url }}) · [${fresh}]({{ shop.url }}/collections/new) · [${stores}]({{ shop.url }}/pages/stores) · [${help}]({{ shop.url }}/pages/help)
:::`;
};

const letter = (
  name: string,
  caption: string,
  language: Language,
  rest: Omit<Letter, 'name' | 'caption' | 'language'>,
): Letter => ({
  name: `${name}-${language}`,
  caption,
  language,
  ...rest,
  body: `${rest.body.trim()}\n\n${footer(language)}`,
});

export const LETTERS: readonly Letter[] = [
  letter('win-back-reminder', 'Win-back, first email', 'en', {
    hero: { scene: 'morning', altText: 'A lamp, a plant, a mug and a candle on a wooden table' },
    subject: '{{ customer.firstName | default: "Hello" }}, we kept your favourites warm',
    preheader: 'The kiln has been busy since your last order.',
    body: `:::hero
It has been a while
# We kept your favourites warm
:::

The kiln has been busy since your last order. Come and see what is new, or pick up where you left off.

:::button
Take a look around
:::

:::products source=last-order count=4
## Because you bought the {{ lastOrder.products[0].title }}
:::`,
  }),
  letter('win-back-offer', 'Win-back, second email', 'en', {
    hero: { scene: 'evening', altText: 'A vase, a candle, a mug and a plant in the evening light' },
    subject: '{{ offer.label }} for your next order',
    preheader: 'Your own code, good until {{ offer.endsOn }}.',
    body: `:::hero
Welcome back{% if customer.firstName %}, {{ customer.firstName }}{% endif %}
# Your table is set
:::

:::offer
Here is {{ offer.label }} your next order. It ends {{ offer.endsOn }}.
:::

:::button {{ offer.url }}
Come back in
:::

:::products source=bestsellers count=4
## What everybody loves right now
:::`,
  }),
  letter('win-back-last-call', 'Win-back, last call', 'en', {
    subject: 'Last call: {{ offer.label }}',
    preheader: 'It ends {{ offer.endsOn }}.',
    body: `:::hero
Last call
# {{ offer.label }}, just a little longer
:::

:::offer
Your code ends {{ offer.endsOn }}. After that it is gone.
:::

:::button {{ offer.url }}
Use my code
:::

:::products source=new count=3
## Fresh from the kiln
:::`,
  }),
  letter('win-back-offer', 'Win-back, second email', 'de', {
    hero: { scene: 'evening', altText: 'Vase, Kerze, Becher und Pflanze im Abendlicht' },
    subject: '{{ offer.label }} auf Ihre nächste Bestellung',
    preheader: 'Ihr persönlicher Code gilt bis {{ offer.endsOn }}.',
    body: `:::hero
Schön, dass Sie da sind{% if customer.firstName %}, {{ customer.firstName }}{% endif %}
# Der Tisch ist gedeckt
:::

:::offer
Für Ihre nächste Bestellung: {{ offer.label }}. Gültig bis {{ offer.endsOn }}.
:::

:::button {{ offer.url }}
Jetzt einlösen
:::

:::products source=bestsellers count=4
## Gerade besonders beliebt
:::`,
  }),
  letter('back-in-stock', 'Back in stock', 'de', {
    hero: { scene: 'morning', altText: 'Lampe, Pflanze, Becher und Kerze auf einem Holztisch' },
    subject: 'Wieder da: {{ lists.backInStock[0].title | default: "Ihr Liebling" }}',
    preheader: 'Frisch aus dem Ofen und wieder auf Lager.',
    body: `:::hero
Wieder auf Lager
# Frisch aus dem Ofen
:::

Viele haben danach gefragt. Jetzt ist es wieder da, solange der Vorrat reicht.

:::button
Zum Shop
:::

:::products source=back-in-stock count=1
:::

:::columns
### Von Hand gemacht
Jedes Stück wird in Bristol gedreht, glasiert und zweimal gebrannt.
+++
### Sicher verpackt
Kommt doch etwas zerbrochen an, ersetzen wir es.
:::`,
  }),
  letter('no-offer', 'We miss you, without an offer', 'fr', {
    hero: { scene: 'shelf', altText: 'Un carnet, un vase, un sac à dos et une gourde sur une étagère' },
    subject: '{{ customer.firstName | default: "Bonjour" }}, cela fait longtemps',
    preheader: 'Quelques nouvelles de l’atelier.',
    body: `:::hero
Cela fait longtemps
# Des nouvelles de l’atelier
:::

Depuis votre dernière commande, nous avons changé de terre, agrandi le four et dessiné quelques pièces dont nous sommes fiers. Venez les voir.

:::button
Découvrir la collection
:::

:::products source=bestsellers count=4
## Les pièces préférées du moment
:::`,
  }),
  letter('price-drop', 'Price drop', 'fr', {
    subject: 'Prix en baisse sur vos coups de cœur',
    preheader: 'Deux pièces que vous aimez coûtent moins cher.',
    body: `:::hero
Prix en baisse
# Moins cher, toujours aussi beau
:::

Nous avons baissé le prix de deux pièces de la collection.

:::button
Voir toute la sélection
:::

:::products source=price-drop count=2
:::`,
  }),
  letter('last-call', 'Win-back, last call', 'es', {
    hero: { scene: 'evening', altText: 'Un jarrón, una vela, una taza y una planta con luz de tarde' },
    subject: 'Última oportunidad: {{ offer.label }}',
    preheader: 'Tu código termina el {{ offer.endsOn }}.',
    body: `:::hero
Última oportunidad
# Tu código termina pronto
:::

:::offer
:::

:::button {{ offer.url }}
Usar mi código
:::

:::products source=bestsellers count=4
## Lo más querido de la temporada
:::`,
  }),
  letter('new-in', 'New since you left', 'es', {
    hero: { scene: 'shelf', altText: 'Un cuaderno, un jarrón, una mochila y una botella en un estante' },
    subject: 'Novedades desde tu última visita',
    preheader: 'Piezas recién salidas del horno.',
    body: `:::hero
Recién llegado
# Novedades del taller
:::

Mientras estabas fuera, hemos hecho sitio en los estantes. Esto es lo último que ha salido del horno.

:::button
Ver las novedades
:::

:::products source=new count=4
## Recién salido del horno
:::`,
  }),
  letter('win-back-offer', 'Win-back, second email', 'ja', {
    hero: { scene: 'morning', altText: '木のテーブルに並んだランプ、植物、マグカップ、キャンドル' },
    subject: '次回のご注文が{{ offer.label }}になります',
    preheader: '{{ offer.endsOn }}までご利用いただけます。',
    body: `:::hero
お久しぶりです
# おかえりなさい
:::

:::offer
次回のご注文が{{ offer.label }}。{{ offer.endsOn }}まで。
:::

:::button {{ offer.url }}
クーポンを使う
:::

:::products source=bestsellers count=4
## いま人気のアイテム
:::`,
  }),
  letter('thank-you', 'Thank you after a return', 'ja', {
    hero: { scene: 'evening', altText: '夕方の光の中の花瓶、キャンドル、マグカップ、植物' },
    subject: 'またお会いできて、うれしいです',
    preheader: 'ご注文ありがとうございます。',
    body: `:::hero
ありがとうございます
# またお会いできて、うれしいです
:::

ご注文の品は、工房でひとつずつ丁寧にお包みしてお届けします。

:::button
ショップを見る
:::

:::products source=new count=2
## 新着アイテム
:::`,
  }),
  letter('win-back-offer', 'Win-back, second email', 'ar', {
    hero: { scene: 'evening', altText: 'مزهرية وشمعة وكوب ونبتة في ضوء المساء' },
    subject: '{{ offer.label }} على طلبك القادم',
    preheader: 'رمزك الخاص صالح حتى {{ offer.endsOn }}.',
    body: `:::hero
مرحبًا بعودتك
# اشتقنا إليك
:::

:::offer
لك {{ offer.label }} على طلبك القادم. ينتهي العرض {{ offer.endsOn }}.
:::

:::button {{ offer.url }}
استخدم الرمز الآن
:::

:::products source=bestsellers count=4
## الأكثر طلبًا الآن
:::`,
  }),
];
