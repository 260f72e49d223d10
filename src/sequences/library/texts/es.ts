import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.firstName %}Hola, {{ customer.firstName }}:{% else %}Hola:{% endif %}';
const SHOP = `:::footer
[Ir a la tienda]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## Lo que otros compran ahora
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## Lo que elegiste la última vez
:::`;
const OFFER = `:::offer
{{ offer.label }} en tu próximo pedido, hasta el {{ offer.endsOn }}.
:::

:::button
{% if offer %}Usar mi código{% else %}Ir a la tienda{% endif %}
:::`;
const QUESTION = '¿Hubo algo que no te convenció la última vez? Responde a este correo y cuéntanoslo.';

export const ES: LibraryTexts = {
  'win-back': {
    name: 'Recuperación en tres correos',
    description:
      'Un recordatorio, una oferta y un último recordatorio antes de que la oferta termine. Para quienes hace tiempo que no compran.',
    emails: {
      reminder: {
        subject:
          '{% if customer.firstName %}{{ customer.firstName }}, ha pasado un tiempo{% else %}Ha pasado un tiempo{% endif %}',
        preheader: 'Un saludo de {{ brand.name }}.',
        body: `:::hero
Un saludo de {{ brand.name }}
# Ha pasado un tiempo
:::

${HELLO}

Hace tiempo que no haces un pedido con nosotros y nos gustaría volver a verte. Aquí tienes un vistazo a lo que tenemos ahora.

:::button {{ shop.url }}
Echar un vistazo
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject:
          '{% if offer %}{{ offer.label }} en tu próximo pedido{% else %}Otro saludo de {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Tu código está en este correo. Vale hasta el {{ offer.endsOn }}.{% else %}Un vistazo a lo que tenemos ahora.{% endif %}',
        body: `:::hero
{% if offer %}Para tu próximo pedido{% else %}Un saludo de {{ brand.name }}{% endif %}
# {% if offer %}{{ offer.label }}{% else %}Ven a echar un vistazo{% endif %}
:::

${HELLO} nos gustaría que volvieras.{% unless offer %} Aquí tienes un vistazo a lo que tenemos ahora.{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject:
          '{% if offer %}Último recordatorio: {{ offer.label }}{% else %}Un último saludo de {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Tu código vale hasta el {{ offer.endsOn }}.{% else %}Aquí estamos, para cuando necesites algo.{% endif %}',
        body: `:::hero
{% if offer %}Último recordatorio{% else %}Un saludo de {{ brand.name }}{% endif %}
# {% if offer %}Antes de que termine tu código{% else %}Aquí estamos, cuando quieras{% endif %}
:::

${HELLO} {% if offer %}este código aún vale para tu próximo pedido. No volveremos a escribirte sobre él.{% else %}lo dejamos aquí por ahora. Cuando necesites algo, ya sabes dónde encontrarnos.{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: 'Recuperación sin oferta',
    description: 'Dos correos cercanos, sin descuento: las novedades y lo que otros compran.',
    emails: {
      hello: {
        subject: 'Un saludo de {{ brand.name }}',
        preheader: 'Nada que canjear, solo novedades de la tienda.',
        body: `:::hero
{{ brand.name }}
# Qué alegría saludarte de nuevo
:::

${HELLO}

Hace tiempo que no haces un pedido con nosotros. En este correo no hay ningún descuento, solo una invitación: pásate a ver lo que hay ahora en la tienda.

:::button
Ver la tienda
:::

:::products source=new count=4
## Novedades en la tienda
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}Lo que otros compran en {{ brand.name }}{% else %}En {{ brand.name }} te esperamos cuando quieras{% endif %}',
        preheader: 'Algunas ideas, por si buscas algo.',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}Lo más pedido en los últimos 90 días{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}Lo que otros compran{% else %}Aquí estamos, cuando quieras{% endif %}
:::

${HELLO}

Si buscas algo, mira con calma. Y si podemos ayudarte a elegir, responde a este correo.

:::button
Ir a la tienda
:::

:::products source=bestsellers count=6
:::

Lo dejamos aquí por ahora.

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: 'De nuevo disponible',
    description:
      'Un correo con los productos que estaban agotados y se pueden comprar otra vez desde hace 30 días como máximo.',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}De nuevo disponible: {{ lists.backInStock[0].title | truncate: 60 }}{% else %}Novedades de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}Estaba agotado y ya se puede pedir otra vez.{% else %}Mira lo que hay ahora en la tienda.{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}De nuevo disponible{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}Ya está de vuelta{% else %}Mira lo que hay en la tienda{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}Estuvo agotado un tiempo. Ahora puedes pedirlo otra vez.{% else %}Mira lo que hay ahora en la tienda.{% endif %}

:::button
Ir a la tienda
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: 'Novedades desde tu última visita',
    description: 'Un correo con los productos que llevan 60 días como máximo en la tienda.',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}Nuevo en {{ brand.name }}: {{ lists.new[0].title | truncate: 60 }}{% else %}Novedades de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}Lo que ha llegado en los últimos dos meses.{% else %}Mira lo que hay ahora en la tienda.{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}Nuevo en la tienda{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}Mira lo que ha llegado{% else %}Mira lo que hay en la tienda{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}Esto es lo que hemos añadido en los últimos dos meses.{% else %}Mira lo que hay ahora en la tienda.{% endif %}

:::button
Ir a la tienda
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: 'Precios rebajados',
    description: 'Un correo con los productos cuyo precio ha bajado en los últimos 30 días, junto al precio anterior.',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}Ahora cuesta menos: {{ lists.priceDrop[0].title | truncate: 60 }}{% else %}Novedades de {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}Con el precio de antes y el de ahora.{% else %}Mira lo que hay ahora en la tienda.{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}Precios rebajados{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}Ahora cuesta menos{% else %}Mira lo que hay en la tienda{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}Hemos bajado precios. El de antes aparece tachado junto al nuevo.{% else %}Mira lo que hay ahora en la tienda.{% endif %}

:::button
Ir a la tienda
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: 'Gracias por volver',
    description: 'Un correo un día después de que alguien vuelva a comprar tras mucho tiempo.',
    emails: {
      thanks: {
        subject:
          '{% if customer.firstName %}Gracias, {{ customer.firstName }}{% else %}Gracias por tu pedido{% endif %}',
        preheader: 'Nos alegra tenerte de vuelta.',
        body: `:::hero
{{ brand.name }}
# Nos alegra tenerte de vuelta
:::

${HELLO}

Gracias por tu pedido. Nos hace ilusión que hayas vuelto a elegirnos.

:::button
Ir a la tienda
:::

:::products source=last-order count=4
## Lo que has elegido
:::

¿Algo no está como debería? Responde a este correo y lo arreglamos.

${SHOP}`,
      },
    },
  },
};
