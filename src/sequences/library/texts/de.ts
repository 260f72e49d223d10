import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.firstName %}Hallo {{ customer.firstName }},{% else %}Hallo,{% endif %}';
const SHOP = `:::footer
[Zum Shop]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## Das bestellen andere gerade
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## Deine Auswahl vom letzten Mal
:::`;
const OFFER = `:::offer
{{ offer.label }} für deine nächste Bestellung, gültig bis {{ offer.endsOn }}.
:::

:::button
{% if offer %}Code einlösen{% else %}Zum Shop{% endif %}
:::`;
const QUESTION = 'Hat beim letzten Mal etwas nicht gepasst? Antworte einfach auf diese E-Mail und sag es uns.';

export const DE: LibraryTexts = {
  'win-back': {
    name: 'Rückgewinnung in drei E-Mails',
    description:
      'Eine Erinnerung, ein Angebot und eine letzte Erinnerung, bevor das Angebot endet. Für alle, die länger nichts bestellt haben.',
    emails: {
      reminder: {
        subject:
          '{% if customer.firstName %}{{ customer.firstName }}, lange nichts gehört{% else %}Lange nichts gehört{% endif %}',
        preheader: 'Ein kurzer Gruß von {{ brand.name }}.',
        body: `:::hero
Ein Gruß von {{ brand.name }}
# Lange nichts gehört
:::

${HELLO}

deine letzte Bestellung bei uns ist schon etwas her. Wir würden uns freuen, dich wiederzusehen. Deshalb hier ein kurzer Blick auf das, was es bei uns gibt.

:::button {{ shop.url }}
Jetzt umsehen
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject:
          '{% if offer %}{{ offer.label }} für deine nächste Bestellung{% else %}Noch ein Gruß von {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Dein Code ist in dieser E-Mail. Er gilt bis {{ offer.endsOn }}.{% else %}Ein Blick auf das, was es bei uns gibt.{% endif %}',
        body: `:::hero
{% if offer %}Für deine nächste Bestellung{% else %}Ein Gruß von {{ brand.name }}{% endif %}
# {% if offer %}{{ offer.label }}{% else %}Schau doch mal rein{% endif %}
:::

${HELLO} wir hätten dich gern wieder bei uns.{% unless offer %} Hier ist ein Blick auf das, was es bei uns gibt.{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject:
          '{% if offer %}Letzte Erinnerung: {{ offer.label }}{% else %}Zum Schluss ein Gruß von {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Dein Code gilt bis {{ offer.endsOn }}.{% else %}Wenn du etwas brauchst, bist du jederzeit willkommen.{% endif %}',
        body: `:::hero
{% if offer %}Letzte Erinnerung{% else %}Ein Gruß von {{ brand.name }}{% endif %}
# {% if offer %}Bevor dein Code abläuft{% else %}Du bist jederzeit willkommen{% endif %}
:::

${HELLO} {% if offer %}dieser Code gilt noch für deine nächste Bestellung. Wir erinnern dich nicht noch einmal daran.{% else %}dabei belassen wir es erst einmal. Wenn du etwas brauchst, weißt du, wo du uns findest.{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: 'Rückgewinnung ohne Angebot',
    description: 'Zwei freundliche E-Mails ohne Rabatt: was es Neues gibt, und was andere bestellen.',
    emails: {
      hello: {
        subject: 'Ein kurzer Gruß von {{ brand.name }}',
        preheader: 'Nichts zum Einlösen, nur Neues aus dem Shop.',
        body: `:::hero
{{ brand.name }}
# Schön, wieder voneinander zu hören
:::

${HELLO}

deine letzte Bestellung bei uns ist schon etwas her. In dieser E-Mail steckt kein Rabatt, nur eine Einladung: Sieh dir an, was es gerade im Shop gibt.

:::button
Zum Shop
:::

:::products source=new count=4
## Neu im Shop
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}Was andere bei {{ brand.name }} bestellen{% else %}Bei {{ brand.name }} bist du jederzeit willkommen{% endif %}',
        preheader: 'Ein paar Ideen, falls du gerade etwas suchst.',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}In den letzten 90 Tagen am meisten bestellt{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}Das bestellen andere{% else %}Du bist jederzeit willkommen{% endif %}
:::

${HELLO}

falls du gerade etwas suchst, schau dich gern um. Und wenn wir dir bei der Auswahl helfen können, antworte einfach auf diese E-Mail.

:::button
Zum Shop
:::

:::products source=bestsellers count=6
:::

Dabei belassen wir es erst einmal.

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: 'Wieder da',
    description: 'Eine E-Mail mit Produkten, die ausverkauft waren und seit höchstens 30 Tagen wieder zu haben sind.',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}Wieder da: {{ lists.backInStock[0].title | truncate: 60 }}{% else %}Neues von {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}War ausverkauft, ist jetzt wieder zu haben.{% else %}Sieh dir an, was es gerade im Shop gibt.{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}Wieder zu haben{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}Wieder da{% else %}Das gibt es im Shop{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}das war eine Zeit lang ausverkauft. Jetzt kannst du es wieder bestellen.{% else %}sieh dir an, was es gerade im Shop gibt.{% endif %}

:::button
Zum Shop
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: 'Neu seit deinem letzten Besuch',
    description: 'Eine E-Mail mit Produkten, die höchstens 60 Tage im Shop sind.',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}Neu bei {{ brand.name }}: {{ lists.new[0].title | truncate: 60 }}{% else %}Neues von {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}In den letzten zwei Monaten dazugekommen.{% else %}Sieh dir an, was es gerade im Shop gibt.{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}Neu im Shop{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}Das ist dazugekommen{% else %}Das gibt es im Shop{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}das haben wir in den letzten zwei Monaten neu ins Sortiment genommen.{% else %}sieh dir an, was es gerade im Shop gibt.{% endif %}

:::button
Zum Shop
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: 'Gesenkte Preise',
    description: 'Eine E-Mail mit Produkten, deren Preis in den letzten 30 Tagen gesenkt wurde, mit dem Preis davor.',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}Jetzt günstiger: {{ lists.priceDrop[0].title | truncate: 60 }}{% else %}Neues von {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}Mit dem Preis davor und dem Preis jetzt.{% else %}Sieh dir an, was es gerade im Shop gibt.{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}Gesenkte Preise{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}Jetzt günstiger{% else %}Das gibt es im Shop{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}wir haben Preise gesenkt. Der Preis davor steht durchgestrichen neben dem neuen.{% else %}sieh dir an, was es gerade im Shop gibt.{% endif %}

:::button
Zum Shop
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: 'Danke für die Rückkehr',
    description: 'Eine E-Mail einen Tag, nachdem jemand nach längerer Zeit wieder bestellt hat.',
    emails: {
      thanks: {
        subject:
          '{% if customer.firstName %}Danke, {{ customer.firstName }}{% else %}Danke für deine Bestellung{% endif %}',
        preheader: 'Schön, dass du wieder da bist.',
        body: `:::hero
{{ brand.name }}
# Schön, dass du wieder da bist
:::

${HELLO}

vielen Dank für deine Bestellung. Wir freuen uns, dass du dich wieder für uns entschieden hast.

:::button
Zum Shop
:::

:::products source=last-order count=4
## Das hast du ausgesucht
:::

Stimmt etwas nicht? Antworte auf diese E-Mail, und wir bringen es in Ordnung.

${SHOP}`,
      },
    },
  },
};
