import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.firstName %}Bonjour {{ customer.firstName }},{% else %}Bonjour,{% endif %}';
const SHOP = `:::footer
[Voir la boutique]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## Ce que les autres achètent en ce moment
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## Votre choix de la dernière fois
:::`;
const OFFER = `:::offer
{{ offer.label }} pour votre prochaine commande, jusqu’au {{ offer.endsOn }}.
:::

:::button
{% if offer %}Utiliser mon code{% else %}Voir la boutique{% endif %}
:::`;
const QUESTION = 'Quelque chose ne vous a pas convenu la dernière fois ? Répondez à cet e-mail pour nous le dire.';

export const FR: LibraryTexts = {
  'win-back': {
    name: 'Reconquête en trois e-mails',
    description:
      'Un rappel, une offre, puis un dernier rappel avant la fin de l’offre. Pour celles et ceux qui n’ont pas commandé depuis un moment.',
    emails: {
      reminder: {
        subject:
          '{% if customer.firstName %}{{ customer.firstName }}, cela fait un moment{% else %}Cela fait un moment{% endif %}',
        preheader: 'Un petit bonjour de {{ brand.name }}.',
        body: `:::hero
Un bonjour de {{ brand.name }}
# Cela fait un moment
:::

${HELLO}

Vous n’avez rien commandé chez nous depuis quelque temps. Nous serions heureux de vous revoir : voici un aperçu de ce que nous proposons.

:::button {{ shop.url }}
Jeter un œil
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject:
          '{% if offer %}{{ offer.label }} pour votre prochaine commande{% else %}Encore un bonjour de {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Votre code est dans cet e-mail, valable jusqu’au {{ offer.endsOn }}.{% else %}Un aperçu de ce que nous proposons.{% endif %}',
        body: `:::hero
{% if offer %}Pour votre prochaine commande{% else %}Un bonjour de {{ brand.name }}{% endif %}
# {% if offer %}{{ offer.label }}{% else %}Venez jeter un œil{% endif %}
:::

${HELLO} nous aimerions vous revoir.{% unless offer %} Voici un aperçu de ce que nous proposons.{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject:
          '{% if offer %}Dernier rappel : {{ offer.label }}{% else %}Un dernier bonjour de {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Votre code est valable jusqu’au {{ offer.endsOn }}.{% else %}Nous sommes là si vous avez besoin de quelque chose.{% endif %}',
        body: `:::hero
{% if offer %}Dernier rappel{% else %}Un bonjour de {{ brand.name }}{% endif %}
# {% if offer %}Avant la fin de votre code{% else %}À bientôt, quand vous voudrez{% endif %}
:::

${HELLO} {% if offer %}ce code est encore valable pour votre prochaine commande. Nous ne vous écrirons plus à ce sujet.{% else %}nous en restons là pour le moment. Si vous avez besoin de quelque chose, vous savez où nous trouver.{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: 'Reconquête sans offre',
    description: 'Deux e-mails chaleureux, sans remise : les nouveautés, puis ce que les autres achètent.',
    emails: {
      hello: {
        subject: 'Un petit bonjour de {{ brand.name }}',
        preheader: 'Aucun code à utiliser, juste des nouvelles de la boutique.',
        body: `:::hero
{{ brand.name }}
# Heureux de vous retrouver
:::

${HELLO}

Vous n’avez rien commandé chez nous depuis quelque temps. Pas de remise dans cet e-mail, simplement une invitation : venez voir ce qu’il y a en boutique.

:::button
Voir la boutique
:::

:::products source=new count=4
## Nouveau en boutique
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}Ce que les autres achètent chez {{ brand.name }}{% else %}À bientôt chez {{ brand.name }}{% endif %}',
        preheader: 'Quelques idées, si vous cherchez quelque chose.',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}Les plus commandés depuis 90 jours{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}Ce que les autres achètent{% else %}À bientôt, quand vous voudrez{% endif %}
:::

${HELLO}

Si vous cherchez quelque chose, prenez le temps de regarder. Et si nous pouvons vous aider à choisir, répondez à cet e-mail.

:::button
Voir la boutique
:::

:::products source=bestsellers count=6
:::

Nous en restons là pour le moment.

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: 'De retour en stock',
    description:
      'Un e-mail avec les produits qui étaient épuisés et qui sont de nouveau en vente depuis 30 jours au plus.',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}De retour : {{ lists.backInStock[0].title | truncate: 60 }}{% else %}Des nouvelles de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}C’était épuisé, c’est de nouveau en vente.{% else %}Voyez ce qu’il y a en boutique.{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}De nouveau en stock{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}C’est de retour{% else %}Voyez ce qu’il y a en boutique{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}C’était épuisé depuis un moment. Vous pouvez de nouveau le commander.{% else %}Voyez ce qu’il y a en boutique en ce moment.{% endif %}

:::button
Voir la boutique
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: 'Nouveau depuis votre passage',
    description: 'Un e-mail avec les produits en boutique depuis 60 jours au plus.',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}Nouveau chez {{ brand.name }} : {{ lists.new[0].title | truncate: 60 }}{% else %}Des nouvelles de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}Arrivés au cours des deux derniers mois.{% else %}Voyez ce qu’il y a en boutique.{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}Nouveau en boutique{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}Découvrez ce qui est arrivé{% else %}Voyez ce qu’il y a en boutique{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}Voici ce que nous avons ajouté au cours des deux derniers mois.{% else %}Voyez ce qu’il y a en boutique en ce moment.{% endif %}

:::button
Voir la boutique
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: 'Prix en baisse',
    description: 'Un e-mail avec les produits dont le prix a baissé ces 30 derniers jours, et leur prix d’avant.',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}Prix en baisse : {{ lists.priceDrop[0].title | truncate: 60 }}{% else %}Des nouvelles de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}Le prix d’avant, et le prix d’aujourd’hui.{% else %}Voyez ce qu’il y a en boutique.{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}Prix en baisse{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}C’est moins cher{% else %}Voyez ce qu’il y a en boutique{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}Nous avons baissé des prix. L’ancien prix est barré, à côté du nouveau.{% else %}Voyez ce qu’il y a en boutique en ce moment.{% endif %}

:::button
Voir la boutique
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: 'Merci pour votre retour',
    description: 'Un e-mail le lendemain, quand quelqu’un commande de nouveau après une longue absence.',
    emails: {
      thanks: {
        subject:
          '{% if customer.firstName %}Merci, {{ customer.firstName }}{% else %}Merci pour votre commande{% endif %}',
        preheader: 'Quel plaisir de vous retrouver.',
        body: `:::hero
{{ brand.name }}
# Quel plaisir de vous retrouver
:::

${HELLO}

Merci pour votre commande. Nous sommes heureux que vous nous ayez choisis à nouveau.

:::button
Voir la boutique
:::

:::products source=last-order count=4
## Ce que vous avez choisi
:::

Quelque chose ne va pas ? Répondez à cet e-mail et nous nous en occupons.

${SHOP}`,
      },
    },
  },
};
