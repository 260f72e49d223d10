import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.lastName %}{{ customer.lastName }} 様{% else %}こんにちは。{% endif %}';
/** Before the small line of a hero. */
const DEAR = '{% if customer.lastName %}{{ customer.lastName }} 様、{% else %}{% endif %}';
const SHOP = `:::footer
[ショップを見る]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## いま選ばれている商品
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## 前回お選びいただいた商品
:::`;
const OFFER = `:::offer
次回のご注文に：{{ offer.label }}<br>
{{ offer.endsOn }}まで
:::

:::button
{% if offer %}コードを使う{% else %}ショップを見る{% endif %}
:::`;
const QUESTION = '前回、何かご不便はありませんでしたか。このメールにご返信のうえ、お聞かせください。';

export const JA: LibraryTexts = {
  'win-back': {
    name: '休眠のお客様へ（3通）',
    description: 'ごあいさつ、特典のご案内、特典終了前のお知らせの3通です。しばらくご注文のないお客様に。',
    emails: {
      reminder: {
        subject:
          '{% if customer.lastName %}{{ customer.lastName }} 様、お久しぶりです{% else %}お久しぶりです{% endif %}',
        preheader: '{{ brand.name }}からのごあいさつです。',
        body: `:::hero
{{ brand.name }}よりごあいさつ
# お久しぶりです
:::

${HELLO}

前回のご注文からしばらく経ちました。またお会いできればうれしく、いまお届けできる商品をご案内いたします。

:::button {{ shop.url }}
商品を見てみる
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject:
          '{% if offer %}次回のご注文に使える特典：{{ offer.label }}{% else %}{{ brand.name }}より、もう一度ごあいさつ{% endif %}',
        preheader:
          '{% if offer %}クーポンコードはこのメールの中に。{{ offer.endsOn }}まで使えます。{% else %}いまお届けできる商品をご案内いたします。{% endif %}',
        body: `:::hero
${DEAR}{% if offer %}次回のご注文に{% else %}{{ brand.name }}よりごあいさつ{% endif %}
# {% if offer %}{{ offer.label }}{% else %}どうぞご覧ください{% endif %}
:::

またのご利用を、心よりお待ちしております。{% unless offer %}いまお届けできる商品をご案内いたします。{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject:
          '{% if offer %}特典終了前のお知らせ：{{ offer.label }}{% else %}{{ brand.name }}より最後のごあいさつ{% endif %}',
        preheader:
          '{% if offer %}コードは{{ offer.endsOn }}まで使えます。{% else %}ご入り用の際は、いつでもお立ち寄りください。{% endif %}',
        body: `:::hero
${DEAR}{% if offer %}特典終了前のお知らせ{% else %}{{ brand.name }}よりごあいさつ{% endif %}
# {% if offer %}コードの期限が近づいています{% else %}いつでもお待ちしています{% endif %}
:::

{% if offer %}お送りしたコードは、まだお使いいただけます。この特典についてのご案内は、これが最後です。{% else %}ご案内はひとまずここまでにいたします。ご入り用の際は、いつでもお立ち寄りください。{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: '休眠のお客様へ（特典なし）',
    description: '割引のない、ごあいさつの2通です。新しい商品と、よく選ばれている商品をご紹介します。',
    emails: {
      hello: {
        subject: '{{ brand.name }}からのごあいさつ',
        preheader: 'クーポンはありません。ショップの近況だけお届けします。',
        body: `:::hero
{{ brand.name }}
# ごぶさたしております
:::

${HELLO}

前回のご注文からしばらく経ちました。このメールに割引のご案内はありません。いまショップにある商品を、よろしければご覧ください。

:::button
ショップを見る
:::

:::products source=new count=4
## 新しい商品
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}{{ brand.name }}でいま選ばれている商品{% else %}{{ brand.name }}はいつでもお待ちしています{% endif %}',
        preheader: '何かお探しのときのために。',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}この90日間でご注文の多い商品{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}いま選ばれている商品{% else %}いつでもお待ちしています{% endif %}
:::

${HELLO}

何かお探しでしたら、どうぞごゆっくりご覧ください。商品選びのご相談は、このメールへのご返信で承ります。

:::button
ショップを見る
:::

:::products source=bestsellers count=6
:::

ご案内はひとまずここまでにいたします。

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: '再入荷のお知らせ',
    description: '売り切れのあと、この30日以内にふたたび購入できるようになった商品をお知らせする1通です。',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}再入荷：{{ lists.backInStock[0].title | truncate: 60 }}{% else %}{{ brand.name }}からのお知らせ{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}売り切れていた商品が、ふたたびご購入いただけます。{% else %}いまショップにある商品をご覧ください。{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}再入荷{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}入荷しました{% else %}いまショップにある商品{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}しばらく売り切れていましたが、ふたたびご注文いただけるようになりました。{% else %}いまショップにある商品を、よろしければご覧ください。{% endif %}

:::button
ショップを見る
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: '新商品のご案内',
    description: 'ショップに並んで60日以内の商品をご紹介する1通です。',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}{{ brand.name }}の新商品：{{ lists.new[0].title | truncate: 60 }}{% else %}{{ brand.name }}からのお知らせ{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}この2か月に加わった商品です。{% else %}いまショップにある商品をご覧ください。{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}新商品{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}新しく加わりました{% else %}いまショップにある商品{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}この2か月のあいだに加わった商品をご紹介いたします。{% else %}いまショップにある商品を、よろしければご覧ください。{% endif %}

:::button
ショップを見る
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: '値下げのお知らせ',
    description: 'この30日以内に値下げした商品を、値下げ前の価格とともにお知らせする1通です。',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}値下げしました：{{ lists.priceDrop[0].title | truncate: 60 }}{% else %}{{ brand.name }}からのお知らせ{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}値下げ前と現在の価格をご覧いただけます。{% else %}いまショップにある商品をご覧ください。{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}値下げのお知らせ{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}お求めやすくなりました{% else %}いまショップにある商品{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}一部の商品を値下げいたしました。値下げ前の価格は、新しい価格の横に取り消し線で示しています。{% else %}いまショップにある商品を、よろしければご覧ください。{% endif %}

:::button
ショップを見る
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: '再注文のお礼',
    description: 'しばらくぶりにご注文いただいたお客様へ、翌日にお送りする1通です。',
    emails: {
      thanks: {
        subject:
          '{% if customer.lastName %}{{ customer.lastName }} 様、ありがとうございます{% else %}ご注文ありがとうございます{% endif %}',
        preheader: 'またお選びいただき、うれしく思います。',
        body: `:::hero
{{ brand.name }}
# おかえりなさい
:::

${HELLO}

このたびはご注文をありがとうございます。またお選びいただけたことを、心よりうれしく思います。

:::button
ショップを見る
:::

:::products source=last-order count=4
## お選びいただいた商品
:::

お気づきの点がございましたら、このメールにご返信ください。できるかぎり対応いたします。

${SHOP}`,
      },
    },
  },
};
